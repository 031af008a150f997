import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CONVERSATION } from "./gateway.testdata.ts";
import {
  respondJson,
  startStubAdapter,
  toChangeReply,
  toStubManifest,
  type StubAdapter,
} from "./stub-adapter.testdata.ts";

let folder: string;
let stub: StubAdapter;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-crash-"));
  stub = await startStubAdapter(toStubManifest(8000));
});

afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly told: string;
  send(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>>;
}

async function startGateway(): Promise<Running> {
  const child = spawn(
    process.execPath,
    ["--conditions=counterfoil-source", "--import", "tsx", "apps/gateway/src/main.ts", "--no-examples"],
    {
      env: {
        ...process.env,
        COUNTERFOIL_DATA_DIR: folder,
        COUNTERFOIL_PORT: "0",
        COUNTERFOIL_ALLOW_PRIVATE_ORIGINS: "127.0.0.1",
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  while (!told.includes("Running.")) await setTimeout(20);
  const origin = /listens on (\S+);/.exec(told)?.[1] ?? "";
  const key = readFileSync(join(folder, "workspace-admin.key"), "utf8").trim();
  return {
    child,
    told,
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, unknown>;
    },
  };
}

async function kill({ child }: Running): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

const changes = (): number => stub.calls.filter(({ url }) => url === "/tools/thing.change").length;

it(
  "a gateway killed while a change is under way finds it again as unknown, and sends nothing twice",
  { timeout: 60_000 },
  async () => {
    const first = await startGateway();
    await first.send("POST", "/v1/connections", {
      name: "stub",
      contract: "provider",
      origin: stub.origin,
      credential: "x",
    });
    await first.send("PUT", "/v1/conversations/c1", CONVERSATION);
    stub.play(() => undefined);
    const body = { conversation: "c1", tool: "thing_change", arguments: { reference: "R-1" } };
    const key = { "idempotency-key": "the-change" };
    const lost = first.send("POST", "/v1/calls", body, key).catch(() => "lost");
    while (changes() === 0) await setTimeout(10);
    await kill(first);
    expect(await lost).toBe("lost");

    const second = await startGateway();
    expect(second.told).toContain("1 call(s) were under way");
    const operations = (await second.send("GET", "/v1/operations"))["items"] as Record<string, unknown>[];
    expect(operations).toMatchObject([
      { state: "unknown", attempts: [{ end: "uncertain", reason: "gateway_stopped" }] },
    ]);
    expect(operations[0]?.["id"]).toBe(
      stub.calls.find(({ url }) => url === "/tools/thing.change")?.headers["operation-id"],
    );
    stub.play(({ request, response }) => respondJson(response, 200, toChangeReply(request)));
    for (const headers of [key, {}]) {
      expect(await second.send("POST", "/v1/calls", body, headers)).toMatchObject({
        outcome: "unknown",
        replayed: true,
        operation_id: operations[0]?.["id"],
        error: { effect: "unknown" },
      });
    }
    expect(changes()).toBe(1);
    const { outcome } = await second.send("GET", `/v1/calls/${String(operations[0]?.["call_id"])}`);
    expect(outcome).toBe("unknown");
    await kill(second);
  },
);
