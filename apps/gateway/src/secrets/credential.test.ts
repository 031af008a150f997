import { expect, test } from "vitest";
import { parseCredential } from "./credential.ts";

test.each(["s", "CANARY-7f3a", "two words", '~!@#$%^&*()_+{}|:"<>?', "x".repeat(4096)])(
  "%s is kept as it is",
  (text) => {
    expect(parseCredential(text)).toEqual({ ok: true, value: text });
  },
);

test.each([
  ["", "empty"],
  ["CANARY-7f3a\n", "position 12"],
  ["CANARY-7f3a\r\nX-A: 1", "position 12"],
  ["CANARY—7f3a", "position 7"],
  ["CANARY-7f3a\t", "position 12"],
  ["\u0000CANARY-7f3a", "position 1 "],
  ["CANARY-7f3a\u007f", "position 12"],
  ["CANARY-é", "position 8"],
  [" CANARY-7f3a", "position 1,"],
  ["CANARY-7f3a ", "position 12,"],
  ["\u00a0CANARY", "position 1 "],
  ["CANARY".repeat(3500), "21000 characters"],
])("%j is refused by its position, not by its text", (text, words) => {
  const parsed = parseCredential(text);
  expect(parsed).toMatchObject({ ok: false, faults: [{ message: expect.stringContaining(words) }] });
  expect(JSON.stringify(parsed)).not.toContain("CANARY");
});
