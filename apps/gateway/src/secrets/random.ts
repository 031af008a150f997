import { randomBytes } from "node:crypto";

/** Gives that many unpredictable bytes; handed in wherever secrets are made, so that tests can repeat them. */
export type Random = (byteCount: number) => Uint8Array;

export const systemRandom: Random = (byteCount) => randomBytes(byteCount);
