import { describe, expect, test } from "vitest";
import { isAllowed, parseAllowList } from "./allow-list.ts";

function allows(text: string, host: string, port: number, address: string | null): boolean {
  const list = parseAllowList(text);
  if (!list.ok) throw new Error(list.faults[0]?.message);
  return isAllowed(list.value, { host, port, address });
}

describe("an allow list", () => {
  test("is empty by default", () => {
    expect(parseAllowList("  ")).toEqual({ ok: true, value: [] });
    expect(allows("", "localhost", 80, "127.0.0.1")).toBe(false);
  });

  test.each<[string, string, number, string | null, boolean]>([
    ["localhost", "localhost", 7411, "127.0.0.1", true],
    ["localhost", "other", 7411, "127.0.0.1", false],
    ["LOCALHOST:7411", "localhost", 7411, "::1", true],
    ["localhost:7411", "localhost", 7412, "127.0.0.1", false],
    ["10.0.0.5", "db.internal", 443, "10.0.0.5", true],
    ["10.0.0.5", "db.internal", 443, "10.0.0.6", false],
    ["10.0.0.5:8443", "10.0.0.5", 443, "10.0.0.5", false],
    ["10.0.0.0/8, 192.168.0.0/16", "x", 443, "192.168.3.4", true],
    ["10.0.0.0/8:8443", "x", 8443, "10.3.4.5", true],
    ["::1", "::1", 80, "::1", true],
    ["[::1]:8080", "::1", 8080, "::1", true],
    ["[::1]:8080", "::1", 80, "::1", false],
    ["fd00::/8", "x", 443, "fd00::5", true],
    ["127.0.0.1", "::ffff:127.0.0.1", 80, "::ffff:127.0.0.1", false],
    ["10.0.0.0/8", "x", 443, null, false],
  ])("%s and %s:%i at %s: %s", (text, host, port, address, expected) => {
    expect(allows(text, host, port, address)).toBe(expected);
  });

  test.each([
    "http://localhost",
    "localhost:0",
    "localhost:65536",
    "*",
    "10.0.0.0/33",
    "2130706433",
    "0x7f.1",
    "127.1",
    "-a",
    "[::1",
    "[localhost]:1",
    "a/b",
  ])("refuses %s by name", (entry) => {
    const list = parseAllowList(`localhost, ${entry}`);
    expect(list).toMatchObject({ ok: false, faults: [{ entry }] });
  });
});
