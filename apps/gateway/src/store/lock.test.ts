import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SetupError } from "counterfoil/core";
import { lockDataFolder } from "./lock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cf-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("refuses a second gateway on the folder until the first lets go, and says what to do", () => {
  const first = lockDataFolder(folder);
  const claim = () => lockDataFolder(folder);
  expect(claim).toThrow(SetupError);
  expect(claim).toThrow(`Another gateway runs on the data folder ${folder}. Stop it first`);
  first.release();
  lockDataFolder(folder).release();
});

test("says so where the folder cannot be written to", () => {
  const missing = join(folder, "missing");
  expect(() => lockDataFolder(missing)).toThrow(SetupError);
  expect(() => lockDataFolder(missing)).toThrow(`The data folder ${missing} cannot be locked`);
});

test("the lock goes with a process that is killed", async () => {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(new URL("lock.ts", import.meta.url).href)});
    lockDataFolder(${JSON.stringify(folder)});
    console.log("locked");
    setInterval(() => {}, 1000);
  `;
  const options = ["--conditions=counterfoil-source", "--import", "tsx", "--input-type=module", "--eval", script];
  const other = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  await once(other.stdout, "data");
  expect(() => lockDataFolder(folder)).toThrow(/Another gateway/);
  other.kill("SIGKILL");
  await once(other, "exit");
  lockDataFolder(folder).release();
}, 20_000);
