import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);

interface Started {
  readonly child: ChildProcess;
  /** Everything told up to the last line. */
  readonly told: string;
}

const LAST_LINE = "Running. Ctrl-C stops it";

let folder: string;
let ports: readonly number[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-start-"));
  ports = await Promise.all([freePort(), freePort(), freePort()]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function startAsUser(args: readonly string[] = [], lastLine = LAST_LINE): Promise<Started> {
  const [port, cogwheel, desk] = ports;
  const child = spawn(
    process.execPath,
    ["--conditions=counterfoil-source", "--import", "tsx", "apps/gateway/src/main.ts", ...args],
    {
      env: {
        ...process.env,
        COUNTERFOIL_DATA_DIR: folder,
        COUNTERFOIL_PORT: String(port),
        COGWHEEL_PORT: String(cogwheel),
        SERVICE_DESK_PORT: String(desk),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let told = "";
  const hear = (text: string): void => {
    told += text;
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  while (!told.includes(lastLine) && child.exitCode === null) await setTimeout(50);
  return { child, told };
}

async function becomesFree(port: number): Promise<boolean> {
  for (let waited = 0; waited < 10_000; waited += 100) {
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
      server.close();
      return true;
    } catch {
      await setTimeout(100);
    }
  }
  return false;
}

async function interrupt(child: ChildProcess): Promise<number | null> {
  const exited = once(child, "exit");
  child.kill("SIGINT");
  const [code] = (await exited) as [number | null];
  return code;
}

describe("npm start, as a newcomer sees it", { timeout: 120_000 }, () => {
  let first: Started;

  it("tells the story from live answers, and prints the keys once", async () => {
    first = await startAsUser();
    expect(first.told).toContain(`Counterfoil listens on http://127.0.0.1:${ports[0]}`);
    expect(first.told).toMatch(/find_slots \d{4}-\d\d-\d\d → succeeded: \d+ free slot/);
    expect(first.told).toMatch(/book_slot \S+ → succeeded: Booked: Brake service/);
    expect(first.told).toMatch(/recognised: both calls are operation op_\w{26}, sent once/);
    expect(first.told).toMatch(/proven: request\.create is done as op_\w{26}/);
    expect(first.told.match(/cf_live_\w{49}/g)).toHaveLength(2);
  });

  it("keeps its secrets in files that only their owner can read", () => {
    for (const name of ["app.key", "workspace-admin.key", "instance-admin.key", "master.key"]) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(first.told).toContain(readFileSync(join(folder, "app.key"), "utf8").trim());
  });

  it("prints calls that work as pasted", async () => {
    const lines = first.told
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.startsWith("curl "));
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines) {
      const { stdout } = await run("bash", ["-c", `${line} --fail-with-body`]);
      const answer = JSON.parse(stdout) as Record<string, unknown>;
      expect(answer["status"] ?? 200).toBe(200);
      if ("outcome" in answer) expect(answer["outcome"]).toBe("succeeded");
    }
  });

  it("refuses a second gateway on the same data", async () => {
    const second = await startAsUser(["--no-examples"], "\u0000");
    expect(second.child.exitCode ?? (await once(second.child, "exit"))[0]).toBe(1);
    expect(second.told).toContain(folder);
  });

  it("stops cleanly on Ctrl-C, and starts again on the same data with a fresh contact", async () => {
    expect(await interrupt(first.child)).toBe(0);
    const again = await startAsUser();
    expect(again.told).not.toMatch(/cf_live_/);
    expect(again.told).toMatch(/book_slot \S+ → succeeded: Booked/);
    expect(conversationOf(again.told)).not.toBe(conversationOf(first.told));
    expect(await interrupt(again.child)).toBe(0);
  });

  it("leaves no adapter behind, even when it is killed", async () => {
    const killed = await startAsUser();
    const exited = once(killed.child, "exit");
    killed.child.kill("SIGKILL");
    await exited;
    for (const port of ports.slice(1)) expect(await becomesFree(port), `port ${port}`).toBe(true);
  });

  it("tells another story when an adapter is down", async () => {
    const blocker = createServer((socket) => socket.destroy());
    blocker.listen(ports[1], "127.0.0.1");
    await once(blocker, "listening");
    const failed = await startAsUser();
    expect(failed.child.exitCode ?? (await once(failed.child, "exit"))[0]).toBe(1);
    expect(failed.told).toContain("The example cogwheel-cycles did not start");
    expect(failed.told).not.toContain("succeeded");
    blocker.close();
    await once(blocker, "close");
  });

  it("says in words that its port is taken", async () => {
    const blocker = createServer().listen(ports[0], "127.0.0.1");
    await once(blocker, "listening");
    const failed = await startAsUser(["--no-examples"], "\u0000");
    expect(failed.child.exitCode ?? (await once(failed.child, "exit"))[0]).toBe(1);
    expect(failed.told).toContain(`cannot listen on 127.0.0.1, port ${ports[0]} (EADDRINUSE)`);
    expect(failed.told).not.toContain("    at ");
    blocker.close();
    await once(blocker, "close");
  });

  it("runs the gateway alone when asked to", async () => {
    const alone = await startAsUser(["--no-examples"], "Running.");
    expect(alone.told).not.toContain("Example adapter");
    const { stdout } = await run("curl", ["-s", `http://127.0.0.1:${ports[0]}/readyz`]);
    expect(JSON.parse(stdout)).toEqual({ status: "ok" });
    expect(await interrupt(alone.child)).toBe(0);
  });
});

function conversationOf(told: string): string | undefined {
  return /conversation=(story-\w+)/.exec(told)?.[1];
}
