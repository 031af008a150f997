import { monotonicFactory } from "ulid";
import type { Clock } from "./gateway.ts";
import type { Random } from "./secrets/random.ts";

/** Makes `<prefix>_<ULID>` ids that sort in the order they were made in this process. */
export type Ids = (prefix: "call" | "conn" | "key" | "op" | "tok" | "ws" | "inst") => string;

export function createIds(clock: Clock, random: Random): Ids {
  const next = monotonicFactory(() => randomFraction(random));
  return (prefix) => `${prefix}_${next(clock().getTime())}`;
}

function randomFraction(random: Random): number {
  const [byte = 0] = random(1);
  return byte / 256;
}
