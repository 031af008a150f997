import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "./create-store.ts";
import { connection, conversation, document, finishedCall, id, intent, type Place } from "./store.testdata.ts";
import type { Store } from "./store.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cf-sqlite-"));
  file = join(folder, "gateway.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function setUpPlace(store: Store): Promise<Place> {
  const workspaceId = id("ws");
  const desk = connection(workspaceId);
  await store.connections.create(desk, document(workspaceId, desk.id), []);
  const { id: conversationId } = await store.conversations.put(conversation(workspaceId));
  return { workspaceId, connectionId: desk.id, conversationId };
}

test("a recorded intent outlives a process that is killed at once", async () => {
  const url = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    const { openSqliteStore } = await import(${url("create-store.ts")});
    const { connection, conversation, document, intent } = await import(${url("store.testdata.ts")});
    const store = await openSqliteStore({ file: ${JSON.stringify(file)} });
    const desk = connection("ws_1");
    await store.connections.create(desk, document("ws_1", desk.id), []);
    const { id } = await store.conversations.put(conversation("ws_1"));
    const place = { workspaceId: "ws_1", connectionId: desk.id, conversationId: id };
    const results = await Promise.all([1, 2, 3].map(() => store.operations.recordIntent(intent(place))));
    process.stdout.write(results.map(({ operation }) => operation.id).join(" "), () => process.kill(process.pid, "SIGKILL"));
  `;
  const options = ["--conditions=counterfoil-source", "--import", "tsx", "--input-type=module", "--eval", script];
  const gateway = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  gateway.stdout.on("data", (chunk) => {
    printed += String(chunk);
  });
  const [, signal] = await once(gateway, "close");
  expect(signal).toBe("SIGKILL");

  const store = await openSqliteStore({ file });
  const abandoned = await store.operations.listAbandoned(["inst_of_this_start"], 10);
  await store.close();
  expect(abandoned.map((operation) => operation.id).toSorted()).toEqual(printed.split(" ").toSorted());
  expect(abandoned).toHaveLength(3);
  expect(abandoned.every(({ state, attempts }) => state === "sent" && attempts.length === 1)).toBe(true);
}, 20_000);

test("waits for a program that locks the file, without holding up the process", async () => {
  const store = await openSqliteStore({ file });
  const place = await setUpPlace(store);
  const intruder = new Sqlite(file);
  intruder.exec("begin immediate");
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 5);
  const recording = store.operations.recordIntent(intent(place));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ticks).toBeGreaterThan(5);
  intruder.exec("rollback");
  expect((await recording).kind).toBe("recorded");
  clearInterval(ticking);
  intruder.close();
  await store.close();
});

test("gives up in time on a file that stays locked, leaves nothing behind, and recovers by itself", async () => {
  const store = await openSqliteStore({ file, busyTimeoutMs: 150 });
  const place = await setUpPlace(store);
  const intruder = new Sqlite(file);
  intruder.exec("begin exclusive");
  const params = intent(place);
  await expect(store.operations.recordIntent(params)).rejects.toMatchObject({
    name: "StoreError",
    code: "unavailable",
  });
  await expect(store.checkWritable()).rejects.toMatchObject({ code: "unavailable" });
  intruder.exec("rollback");
  intruder.close();
  expect(await store.operations.find(place.workspaceId, params.operation.id)).toBeNull();
  expect((await store.operations.recordIntent(params)).kind).toBe("recorded");
  await store.checkWritable();
  await store.close();
});

test("units that share a commit fail alone", async () => {
  const store = await openSqliteStore({ file });
  const place = await setUpPlace(store);
  const { workspaceId } = place;
  const taken = { id: workspaceId, name: "twice", wrappedKey: new Uint8Array(1), createdAt: new Date() };
  await store.workspaces.create(taken);
  const results = await Promise.allSettled([
    store.operations.recordIntent(intent(place)),
    store.workspaces.create(taken),
    store.operations.recordIntent(intent({ ...place, connectionId: "conn_none" })),
    store.calls.recordFinished(finishedCall(place)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect((await store.calls.list(workspaceId, {}, { limit: 10, after: null })).items).toHaveLength(2);
  await store.close();
});

test("closing waits for what is under way", async () => {
  const store = await openSqliteStore({ file });
  const place = await setUpPlace(store);
  const recording = store.operations.recordIntent(intent(place));
  await store.close();
  const { operation } = await recording;
  const again = await openSqliteStore({ file });
  expect(await again.operations.find(place.workspaceId, operation.id)).toEqual(operation);
  await again.close();
});

test("two stores that open an empty file at once both find its tables", async () => {
  const stores = await Promise.all([openSqliteStore({ file }), openSqliteStore({ file })]);
  const found = await Promise.all(stores.map((store) => store.workspaces.list({ limit: 1, after: null })));
  await Promise.all(stores.map((store) => store.close()));
  expect(found.map(({ items }) => items)).toEqual([[], []]);
});
