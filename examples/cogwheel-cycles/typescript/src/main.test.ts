import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cogwheel-"));
});

afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, ["--conditions=counterfoil-source", "--import", "tsx", "src/main.ts"], {
    cwd: home,
    env: { PATH: process.env["PATH"], COGWHEEL_PORT: "0", COGWHEEL_DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return child;
}

describe("main", () => {
  it("refuses to start without a secret, and says which variable to set", async () => {
    const adapter = start({});
    const [[text], [code]] = await Promise.all([once(adapter.stderr!, "data"), once(adapter, "exit")]);
    expect(code).toBe(1);
    expect(String(text)).toContain("COGWHEEL_ADAPTER_SECRET");
  });

  it("serves until it is told to stop, then ends cleanly", async () => {
    const adapter = start({ COGWHEEL_ADAPTER_SECRET: "canary-secret", COGWHEEL_NOW: "2026-11-02" });
    const exited = once(adapter, "exit");
    const [line] = await once(adapter.stdout!, "data");
    const origin = /http:\/\/[^/]+/.exec(String(line))![0];
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
    adapter.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });
});
