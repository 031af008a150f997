import { SetupError } from "../core/error.ts";
import type { OperationRecord } from "./receipts.ts";

const DAY_MS = 86_400_000;
const MIN_TOMBSTONE_MS = 7 * DAY_MS;

/** How many replies and how many tombstones one pruning takes, so that no answer waits long for it. */
export const PRUNE_LIMIT = 500;

/** A store prunes by itself after a record, but not more often than this. */
export const PRUNE_EVERY_MS = 60_000;

/** The id and fingerprint of an expired receipt stay as long again, at least seven days, to refuse late repeats. */
export function toForgottenAt({ expiresAt }: Pick<OperationRecord, "expiresAt">, retentionSeconds: number): Date {
  return new Date(expiresAt.getTime() + Math.max(retentionSeconds * 1000, MIN_TOMBSTONE_MS));
}

export function requireRetention(retentionSeconds: number): number {
  if (Number.isSafeInteger(retentionSeconds) && retentionSeconds >= 1) return retentionSeconds;
  throw new SetupError(
    "Set `retentionSeconds` to a whole number of seconds from 1 on, such as 30 * 86_400 for 30 days.",
  );
}
