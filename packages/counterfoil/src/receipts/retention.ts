import { SetupError } from "../core/error.ts";

/** How many replies and how many tombstones one pruning takes, so that no answer waits long for it. */
export const PRUNE_LIMIT = 500;

/** A store prunes by itself after a record, but not more often than this. */
export const PRUNE_EVERY_MS = 60_000;

/** A hundred years: times stay far within what RFC 3339 can write. */
const MAX_RETENTION_SECONDS = 100 * 365 * 86_400;

export function requireRetention(retentionSeconds: number): number {
  if (Number.isSafeInteger(retentionSeconds) && retentionSeconds >= 1 && retentionSeconds <= MAX_RETENTION_SECONDS) {
    return retentionSeconds;
  }
  throw new SetupError(
    "Set `retentionSeconds` to a whole number of seconds from 1 to a hundred years, such as 30 * 86_400 for 30 days.",
  );
}
