import { createSecretKey, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDataKey, unwrapDataKey } from "./data-key.ts";
import { systemRandom } from "./random.ts";
import { open, seal, type SealLabel } from "./sealed-box.ts";

const KEY = createSecretKey(randomBytes(32));
const LABEL: SealLabel = { workspaceId: "ws_1", purpose: "credential", subjectId: "conn_1", version: 3 };
const SECRET = Buffer.from("CANARY-7f3a");

describe("a sealed box", () => {
  test("opens to what was put in", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const opened = open(seal(bytes, KEY, LABEL, systemRandom), KEY, LABEL);
        expect(opened.ok && Buffer.from(opened.value).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });

  test("never looks the same twice, shows nothing, and says its format", () => {
    const first = seal(SECRET, KEY, LABEL, systemRandom);
    expect(first[0]).toBe(1);
    expect(first).toHaveLength(SECRET.length + 29);
    expect(Buffer.from(first).includes("CANARY")).toBe(false);
    expect(first).not.toEqual(seal(SECRET, KEY, LABEL, systemRandom));
  });

  test.each<[string, SealLabel]>([
    ["another workspace", { ...LABEL, workspaceId: "ws_2" }],
    ["another subject", { ...LABEL, subjectId: "conn_2" }],
    ["another purpose", { ...LABEL, purpose: "result" }],
    ["another version", { ...LABEL, version: 4 }],
    ["parts that join to the same text", { ...LABEL, workspaceId: 'ws_1","conn_1', subjectId: "" }],
  ])("does not open in %s", (_name, label) => {
    expect(open(seal(SECRET, KEY, LABEL, systemRandom), KEY, label).ok).toBe(false);
  });

  test("does not open when any byte was changed, or it was cut", () => {
    const sealed = seal(SECRET, KEY, LABEL, systemRandom);
    for (let position = 0; position < sealed.length; position += 1) {
      const changed = Uint8Array.from(sealed);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(open(changed, KEY, LABEL).ok).toBe(false);
      expect(open(sealed.subarray(0, position), KEY, LABEL).ok).toBe(false);
    }
  });

  test("does not open with another key", () => {
    expect(open(seal(SECRET, KEY, LABEL, systemRandom), createSecretKey(randomBytes(32)), LABEL).ok).toBe(false);
  });

  test("repeats itself where its randomness does", () => {
    const fixed = (count: number) => new Uint8Array(count).fill(9);
    expect(seal(SECRET, KEY, LABEL, fixed)).toEqual(seal(SECRET, KEY, LABEL, fixed));
  });
});

describe("a data key", () => {
  test("comes back from its wrapping, for its own workspace alone", () => {
    const { key, wrapped } = createDataKey("ws_1", KEY, systemRandom);
    const unwrapped = unwrapDataKey(wrapped, "ws_1", KEY);
    expect(unwrapped.ok && unwrapped.value.equals(key)).toBe(true);
    expect(unwrapDataKey(wrapped, "ws_2", KEY).ok).toBe(false);
    expect(unwrapDataKey(wrapped, "ws_1", createSecretKey(randomBytes(32))).ok).toBe(false);
  });

  test("differs for every workspace and is not readable by accident", () => {
    const first = createDataKey("ws_1", KEY, systemRandom);
    expect(first.key.equals(createDataKey("ws_1", KEY, systemRandom).key)).toBe(false);
    expect(JSON.stringify(first.key)).toBe("{}");
  });
});
