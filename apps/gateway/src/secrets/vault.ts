import type { KeyObject } from "node:crypto";
import type { Store } from "../store/store.ts";
import { createDataKey, unwrapDataKey } from "./data-key.ts";
import { deriveKey } from "./master-key.ts";
import type { Random } from "./random.ts";
import { open, seal, type SealLabel } from "./sealed-box.ts";

/** Where a sealed text belongs; it opens nowhere else. */
export interface SealPlace {
  readonly workspaceId: string;
  readonly purpose:
    | "connection.credential"
    | "call.arguments"
    | "call.result"
    | "operation.request"
    | "operation.result";
  /** The id of the record it belongs to. */
  readonly id: string;
}

/** Seals what a workspace entrusts to us under its own data key, which the master key wraps. */
export interface Vault {
  seal(place: SealPlace, text: string): Promise<Uint8Array>;
  /** Rejects where the text was sealed for another place, changed, or sealed under another master key. */
  open(place: SealPlace, sealed: Uint8Array): Promise<string>;
  createWrappedKey(workspaceId: string): Uint8Array;
}

export function createVault(store: Store, masterKey: KeyObject, random: Random): Vault {
  const wrappingKey = deriveKey(masterKey, "wrap-data-keys");
  const keys = new Map<string, Promise<KeyObject>>();
  const keyOf = (workspaceId: string): Promise<KeyObject> => {
    const key = keys.get(workspaceId) ?? readKey(store, workspaceId, wrappingKey);
    keys.set(workspaceId, key);
    key.catch(() => keys.delete(workspaceId));
    return key;
  };
  return {
    async seal(place, text) {
      return seal(new TextEncoder().encode(text), await keyOf(place.workspaceId), toLabel(place), random);
    },
    async open(place, sealed) {
      const opened = open(sealed, await keyOf(place.workspaceId), toLabel(place));
      if (!opened.ok) throw new Error(opened.faults.map(({ message }) => message).join(" "));
      return new TextDecoder().decode(opened.value);
    },
    createWrappedKey: (workspaceId) => createDataKey(workspaceId, wrappingKey, random).wrapped,
  };
}

async function readKey(store: Store, workspaceId: string, wrappingKey: KeyObject): Promise<KeyObject> {
  const workspace = await store.workspaces.find(workspaceId);
  if (workspace === null) throw new Error("The workspace of a sealed text is gone.");
  const key = unwrapDataKey(workspace.wrappedKey, workspaceId, wrappingKey);
  if (!key.ok)
    throw new Error("The workspace's data key does not open: the master key is not the one it was wrapped with.");
  return key.value;
}

function toLabel({ workspaceId, purpose, id }: SealPlace): SealLabel {
  return { workspaceId, purpose, subjectId: id, version: 1 };
}
