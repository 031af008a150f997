import { monotonicFactory } from "ulid";
import type { Clock } from "./gateway.ts";
import type { Random } from "./secrets/random.ts";

/** Makes `<prefix>_<ULID>` ids that sort in the order they were made in this process. */
export type Ids = (prefix: "call" | "conn" | "key" | "op" | "tok" | "ws" | "inst") => string;

export function createIds(clock: Clock, random: Random): Ids {
  const next = monotonicFactory(createFractions(random));
  return (prefix) => `${prefix}_${next(clock().getTime())}`;
}

const BLOCK_BYTES = 256;

/** Fractions from 0 up to 1, from random bytes drawn in blocks: one draw for each would cost more than all the rest of an id. */
function createFractions(random: Random): () => number {
  let block = new Uint8Array();
  let used = 0;
  return () => {
    if (used === block.length) [block, used] = [Uint8Array.from(random(BLOCK_BYTES)), 0];
    const byte = block[used] ?? 0;
    used += 1;
    return byte / 256;
  };
}
