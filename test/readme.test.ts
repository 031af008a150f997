import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the one-liners of the README work as pasted", { timeout: 60_000 }, async () => {
  const block = /<!-- example: one-liners -->\n```sh\n([\s\S]*?)```/.exec(README)?.[1] ?? "";
  const [read = "", action = ""] = block.trim().split("\n");
  const [readAnswer, actionAnswer] = await Promise.all([read, action].map((line) => run("bash", ["-c", line])));
  expect(readAnswer?.stdout).toContain("text: 'hello'");
  expect(actionAnswer?.stdout.trim()).toBe("true [ 'hello' ]");
});
