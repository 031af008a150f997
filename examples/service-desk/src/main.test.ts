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
  folder = mkdtempSync(join(tmpdir(), "service-desk-"));
});

afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, ["--conditions=counterfoil-source", "--import", "tsx", "src/main.ts"], {
    cwd: home,
    env: { PATH: process.env["PATH"], SERVICE_DESK_PORT: "0", SERVICE_DESK_DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return child;
}

describe("main", () => {
  it("refuses to start without a token, and says which variable to set", async () => {
    const desk = start({});
    const [[text], [code]] = await Promise.all([once(desk.stderr!, "data"), once(desk, "exit")]);
    expect(code).toBe(1);
    expect(String(text)).toContain("SERVICE_DESK_TOKEN");
  });

  it("serves until it is told to stop, then ends cleanly", async () => {
    const desk = start({ SERVICE_DESK_TOKEN: "desk-token" });
    const exited = once(desk, "exit");
    const [line] = await once(desk.stdout!, "data");
    const manifest = await fetch(/http:\S+/.exec(String(line))![0], {
      headers: { authorization: "Bearer desk-token" },
    });
    expect(manifest.status).toBe(200);
    await manifest.text();
    desk.kill("SIGINT");
    expect(await exited).toEqual([0, null]);
  });
});
