import type { Random } from "../gateway.ts";
import type { Store } from "../store/store.ts";
import { openSealed, seal, unwrapDataKey, wrapDataKey, type SealPlace } from "./sealed-box.ts";

export type { SealPlace };

/** Seals what a workspace entrusts to us under its own data key, which the master key wraps. */
export interface Vault {
  seal(place: SealPlace, text: string): Promise<Uint8Array>;
  /** Throws where the box was made for another place, or with another master key. */
  open(place: SealPlace, box: Uint8Array): Promise<string>;
  createWrappedKey(workspaceId: string): Uint8Array;
}
