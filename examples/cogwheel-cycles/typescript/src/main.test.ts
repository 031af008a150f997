import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cogwheel-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["--conditions=counterfoil-source", "--import", "tsx", "src/main.ts"], {
    cwd: home,
    env: { PATH: process.env["PATH"], COGWHEEL_PORT: "0", COGWHEEL_DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describe("main", () => {
  it("refuses to start without a secret, and says which variable to set", async () => {
    const child = start({});
    const [text, [code]] = await Promise.all([read(child.stderr!), once(child, "exit")]);
    expect(code).toBe(1);
    expect(text).toContain("COGWHEEL_ADAPTER_SECRET");
  });

  it("serves until it is told to stop, then ends cleanly", async () => {
    const child = start({ COGWHEEL_ADAPTER_SECRET: "canary-secret", COGWHEEL_NOW: "2026-11-02" });
    const exited = once(child, "exit");
    const [line] = (await once(child.stdout!, "data")) as [Buffer];
    const origin = /http:\S+/.exec(line.toString())![0];
    const response = await fetch(`${origin}/v1/tools/execute`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "canary-secret" },
      body: JSON.stringify({
        toolName: "find_slots",
        parameters: { service: "brake-service", date: "2026-11-09" },
        context: { partnerId: "riverside", phone: "12025550142" },
      }),
    });
    expect(await response.text()).toContain("3 free slot(s) on 2026-11-09");
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });
});
