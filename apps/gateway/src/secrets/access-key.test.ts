import { createSecretKey } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createConversationToken,
  createWorkspaceKey,
  hashKey,
  parseConversationToken,
  parseWorkspaceKey,
  toKeyHint,
} from "./access-key.ts";
import { systemRandom } from "./random.ts";

const key = createWorkspaceKey((count) => new Uint8Array(count).fill(7));

describe("a workspace key", () => {
  test("has prefix, 43 digits and a checksum, and is known by its text", () => {
    expect(createWorkspaceKey(systemRandom)).toMatch(/^cf_live_[0-9A-Za-z]{49}$/);
    expect(createWorkspaceKey(systemRandom)).not.toBe(createWorkspaceKey(systemRandom));
    expect(createWorkspaceKey((count) => new Uint8Array(count))).toMatch(/^cf_live_0{43}[0-9A-Za-z]{6}$/);
    expect(toKeyHint(key)).toBe(key.slice(0, 12));
  });

  test("is accepted as it was made, whatever the random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const made = createWorkspaceKey(() => bytes);
        expect(parseWorkspaceKey(made)).toEqual({ ok: true, value: made });
      }),
    );
  });

  test("with one wrong character is refused, and not repeated", () => {
    for (let position = 8; position < key.length; position += 1) {
      const typo = key.slice(0, position) + (key[position] === "x" ? "y" : "x") + key.slice(position + 1);
      const parsed = parseWorkspaceKey(typo);
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain(typo.slice(8, 20));
    }
  });

  test.each([
    ["nothing", ""],
    ["another prefix", key.replace("live", "test")],
    ["a token", createConversationToken(systemRandom)],
    ["a cut key", key.slice(0, -1)],
    ["a longer key", `${key}0`],
    ["a padded key", ` ${key}`],
    ["a line break", `${key}\n`],
    ["another alphabet", `${key.slice(0, -1)}-`],
    ["a prefix alone", "cf_live_"],
  ])("is not %s", (_name, text) => expect(parseWorkspaceKey(text).ok).toBe(false));
});

test("a conversation token is another kind of key", () => {
  const token = createConversationToken(systemRandom);
  expect(token).toMatch(/^cf_conv_[0-9A-Za-z]{49}$/);
  expect(parseConversationToken(token)).toEqual({ ok: true, value: token });
  expect(parseConversationToken(token.replace("conv", "live")).ok).toBe(false);
  expect(parseWorkspaceKey(token.replace("conv", "live")).ok).toBe(false);
});

test("a hash needs the pepper", () => {
  const pepper = createSecretKey(Buffer.alloc(32, 1));
  expect(hashKey(key, pepper)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashKey(key, pepper)).toBe(hashKey(key, pepper));
  expect(hashKey(key, pepper)).not.toBe(hashKey(key, createSecretKey(Buffer.alloc(32, 2))));
});
