import { createSecretKey, type KeyObject } from "node:crypto";
import { ok, type Result } from "counterfoil/core";
import type { Random } from "./random.ts";
import { openSealed, seal, type SealPlace } from "./sealed-box.ts";

/** A workspace's own key, for use and for storing. */
export interface DataKey {
  readonly key: KeyObject;
  /** Sealed under the wrapping key; useless without it. */
  readonly wrapped: Uint8Array;
}

/** Makes the key under which everything a workspace keeps sealed is sealed; destroying it erases all of that at once. */
export function createDataKey(workspaceId: string, wrappingKey: KeyObject, random: Random): DataKey {
  const bytes = random(32);
  return { key: createSecretKey(bytes), wrapped: seal(bytes, wrappingKey, toPlace(workspaceId), random) };
}

export function unwrapDataKey(
  wrapped: Uint8Array,
  workspaceId: string,
  wrappingKey: KeyObject,
): Result<KeyObject, string> {
  const opened = openSealed(wrapped, wrappingKey, toPlace(workspaceId));
  return opened.ok ? ok(createSecretKey(opened.value)) : opened;
}

function toPlace(workspaceId: string): SealPlace {
  return { workspaceId, purpose: "data-key", id: workspaceId };
}
