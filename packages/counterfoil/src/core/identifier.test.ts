import { createId, isOperationId, readUlidTime } from "./identifier.ts";
import { decodeTime, isValid } from "ulid";
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { randomBytes } from "node:crypto";

const moments = fc.integer({ min: 0, max: 2 ** 48 - 1 }).map((time) => new Date(time));
const randoms = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe("createId", () => {
  test("is a prefix and a ULID of the moment", () => {
    fc.assert(
      fc.property(moments, randoms, (now, random) => {
        const id = createId("op", now, () => random);
        expect(id).toMatch(/^op_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
        expect(isValid(id.slice(3))).toBe(true);
        expect(decodeTime(id.slice(3))).toBe(now.getTime());
        expect(readUlidTime(id)).toBe(now.getTime());
        expect(isOperationId(id)).toBe(true);
      }),
    );
  });

  test("sorts by time", () => {
    fc.assert(
      fc.property(moments, moments, randoms, randoms, (a, b, one, other) => {
        fc.pre(a < b);
        expect(createId("cl", a, () => one) < createId("cl", b, () => other)).toBe(true);
      }),
    );
  });

  test("carries 80 random bits", () => {
    const now = new Date("2026-11-09T10:00:00Z");
    expect(new Set(Array.from({ length: 1000 }, () => createId("op", now, randomBytes)))).toHaveLength(1000);
    const ids = Array.from({ length: 256 }, (_, byte) =>
      createId("op", now, (bytes) => new Uint8Array(bytes).fill(byte)),
    );
    expect(new Set(ids)).toHaveLength(32);
  });
});

describe("readUlidTime", () => {
  test("reads the time of an operation id", () => {
    expect(readUlidTime("op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C")).toBe(decodeTime("01J9ZK3V7Q8R6T5W4X2Y1A0B9C"));
    expect(readUlidTime("op_7ZZZZZZZZZZZZZZZZZZZZZZZZZ")).toBe(2 ** 48 - 1);
    expect(readUlidTime("op_00000000000000000000000000")).toBe(0);
  });

  test.each([
    "",
    "op_",
    "01J9ZK3V7Q8R6T5W4X2Y1A0B9C",
    "cl_01J9ZK3V7Q8R6T5W4X2Y1A0B9C",
    "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9",
    "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9CC",
    "op_01j9zk3v7q8r6t5w4x2y1a0b9c",
    "op_81J9ZK3V7Q8R6T5W4X2Y1A0B9C",
    "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9U",
    "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C\n",
    "my-own-key-0000000000000",
  ])("%j has no age", (id) => {
    expect(readUlidTime(id)).toBeNull();
  });
});

test("isOperationId takes 16 to 64 characters that are safe in a header and a path", () => {
  for (const text of ["a".repeat(16), "a".repeat(64), "my-own_KEY-000000"]) expect(isOperationId(text)).toBe(true);
  const refused = [
    "",
    "a".repeat(15),
    "a".repeat(65),
    "a".repeat(16) + "\n",
    "../../../etc/passwd",
    "a b c d e f g h i j",
    "é".repeat(16),
  ];
  expect(refused.filter(isOperationId)).toEqual([]);
});
