import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { openSqliteDesk, read, toCall, toLookup } from "./adapter.testdata.ts";
import type { CallChange } from "./adapter.testdata.ts";

const SCRIPT = fileURLToPath(new URL("desk-process.testdata.ts", import.meta.url));
const running: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(kill));
});

async function start(file: string) {
  const child = spawn(process.execPath, ["--conditions=counterfoil-source", "--import", "tsx", SCRIPT, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const [line] = await once(child.stdout, "data");
  return { child, origin: String(line).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function send(origin: string, change: CallChange) {
  const request = toCall(change);
  const { pathname } = new URL(request.url);
  const body = await request.arrayBuffer();
  return read(await fetch(origin + pathname, { method: "POST", headers: request.headers, body }));
}

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), "counterfoil-desk-")), "desk.db");
}

const SLOW = { arguments: { service: "slow", mode: "slow" }, operationId: "an-operation-at-work" };

describe("an adapter whose process is killed", () => {
  const title = `${requirement("provider.receipt.with-change")} ${requirement("provider.receipt.same-outcome")}`;

  it(`${title} keeps what was answered, and leaves neither change nor receipt of what was at work`, async () => {
    const file = newFile();
    const { child, origin } = await start(file);
    const first = await send(origin, {});
    const cut = send(origin, SLOW).catch((error: unknown) => error);
    await sleep(400);
    await kill(child);
    expect(await cut).toBeInstanceOf(Error);

    const { adapter, changes, close } = openSqliteDesk({}, file);
    const again = await read(await adapter.fetch(toCall()));
    expect([again.text, again.headers["operation-replayed"]]).toEqual([first.text, "true"]);
    expect(changes()).toEqual(["brake-service"]);
    expect((await adapter.fetch(toLookup(SLOW))).status).toBe(404);
    expect((await adapter.fetch(toCall(SLOW))).status).toBe(200);
    expect(changes()).toEqual(["brake-service", "slow"]);
    await Promise.all(running.splice(0).map(kill));
    await close();
  });
});

describe("two processes on one file", () => {
  it(`${requirement("provider.receipt.one-effect")} make one change and give one answer`, async () => {
    const file = newFile();
    const { changes, close } = openSqliteDesk({}, file);
    const origins = (await Promise.all([start(file), start(file)])).map(({ origin }) => origin);
    const sendAll = (change: CallChange) =>
      Promise.all(Array.from({ length: 40 }, (_, at) => send(origins[at % 2] ?? "", change)));

    const quick = await sendAll({});
    expect(new Set(quick.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(quick[0]?.status).toBe(200);
    expect(changes()).toEqual(["brake-service"]);

    const slow = await sendAll(SLOW);
    const settled = new Set(slow.filter(({ status }) => status === 200).map(({ text }) => text));
    const others = new Set(slow.filter(({ status }) => status !== 200).map(({ body }) => body.code));
    expect([settled.size, others]).toEqual([1, new Set(["operation_in_progress"])]);
    expect(changes()).toEqual(["brake-service", "slow"]);
    await Promise.all(running.splice(0).map(kill));
    await close();
  });
});
