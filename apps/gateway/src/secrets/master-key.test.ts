import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SetupError } from "counterfoil/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deriveKey, loadMasterKey } from "./master-key.ts";
import { systemRandom } from "./random.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "counterfoil-key-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

function load(encoded?: string) {
  return loadMasterKey({ encoded, dataFolder, random: systemRandom });
}

describe("the master key in a file", () => {
  test("is made on first start, for the owner alone, and is the same ever after", () => {
    const first = load();
    const path = join(dataFolder, "master.key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    expect(load().equals(first)).toBe(true);
    expect(readdirSync(dataFolder)).toEqual(["master.key"]);
  });

  test("that another start made in the meantime is the one that is used", () => {
    let winner: string | undefined;
    const random = (count: number) => {
      winner ??= Buffer.alloc(32, 5).toString("base64");
      writeFileSync(join(dataFolder, "master.key"), winner, { mode: 0o600 });
      return systemRandom(count);
    };
    const key = loadMasterKey({ encoded: undefined, dataFolder, random });
    expect(key.export()).toEqual(Buffer.alloc(32, 5));
    expect(readdirSync(dataFolder)).toEqual(["master.key"]);
  });

  test("that others may read stops the start", () => {
    load();
    chmodSync(join(dataFolder, "master.key"), 0o640);
    expect(() => load()).toThrow(/chmod 600/);
  });

  test("that is damaged stops the start and is not replaced or repeated", () => {
    const path = join(dataFolder, "master.key");
    writeFileSync(path, "CANARY-7f3a", { mode: 0o600 });
    expect(() => load()).toThrow(SetupError);
    expect(() => load()).not.toThrow(/CANARY/);
    expect(readFileSync(path, "utf8")).toBe("CANARY-7f3a");
  });

  test("in a folder that is not there stops the start", () => {
    rmSync(dataFolder, { recursive: true });
    expect(() => load()).toThrow(/cannot be created \(ENOENT\)/);
    dataFolder = mkdtempSync(join(tmpdir(), "counterfoil-key-"));
  });
});

describe("the master key in the environment", () => {
  test("wins, and leaves no file", () => {
    expect(load(Buffer.alloc(32, 3).toString("base64")).export()).toEqual(Buffer.alloc(32, 3));
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  test.each([
    "",
    "CANARY-7f3a",
    Buffer.alloc(31).toString("base64"),
    Buffer.alloc(33).toString("base64"),
    "0".repeat(64),
  ])("%j stops the start and is not repeated", (encoded) => {
    expect(() => load(encoded)).toThrow(/must be 32 bytes in base64/);
    expect(() => load(encoded)).not.toThrow(/CANARY/);
  });
});

test("each purpose has a key of its own", () => {
  const master = load();
  const keys = (["wrap-data-keys", "hash-access-keys", "chain-audit-records"] as const).map((purpose) =>
    deriveKey(master, purpose),
  );
  const texts = new Set([master, ...keys].map((key) => key.export().toString("hex")));
  expect(texts.size).toBe(4);
  expect(deriveKey(master, "wrap-data-keys").equals(deriveKey(master, "wrap-data-keys"))).toBe(true);
});
