import { readFileSync } from "node:fs";

/** How `spec/vectors` writes a body: as text, as base64, or as texts with the number of times each is repeated. */
export interface VectorBody {
  readonly text?: string;
  readonly base64?: string;
  readonly parts?: readonly (readonly [text: string, times: number])[];
}

/** The text of one file of vectors. */
export function readVectors(name: string): string {
  const file = new URL(`../../../../spec/vectors/${name}.json`, import.meta.url);
  return readFileSync(file, "utf8");
}

export function toBytes({ text, base64, parts }: VectorBody): Uint8Array {
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  const whole = text ?? parts?.map(([part, times]) => part.repeat(times)).join("");
  if (whole === undefined) throw new Error("This vector has no body.");
  return new TextEncoder().encode(whole);
}
