import { createSecretKey, type KeyObject } from "node:crypto";
import { ok, type Result } from "counterfoil/core";
import type { Random } from "./random.ts";
import { open, seal, type SealFault, type SealLabel } from "./sealed-box.ts";

/** A workspace's own key, for use and for storing. */
export interface DataKey {
  readonly key: KeyObject;
  /** Sealed under the wrapping key; useless without it. */
  readonly wrapped: Uint8Array;
}

/** Makes the key under which everything a workspace keeps sealed is sealed; destroying it erases all of that at once. */
export function createDataKey(workspaceId: string, wrappingKey: KeyObject, random: Random): DataKey {
  const bytes = random(32);
  return { key: createSecretKey(bytes), wrapped: seal(bytes, wrappingKey, toLabel(workspaceId), random) };
}

export function unwrapDataKey(
  wrapped: Uint8Array,
  workspaceId: string,
  wrappingKey: KeyObject,
): Result<KeyObject, SealFault> {
  const opened = open(wrapped, wrappingKey, toLabel(workspaceId));
  return opened.ok ? ok(createSecretKey(opened.value)) : opened;
}

function toLabel(workspaceId: string): SealLabel {
  return { workspaceId, purpose: "data-key", subjectId: workspaceId, version: 1 };
}
