import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openPostgresStore } from "./create-store.ts";
import { startPostgres, type TestPostgres } from "./postgres.testdata.ts";
import {
  connection,
  contactWrite,
  conversation,
  document,
  finishedCall,
  id,
  intent,
  settlement,
  type Place,
} from "./store.testdata.ts";
import type { Store } from "./store.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.testdata.ts";

const UNAVAILABLE = { name: "StoreError", code: "unavailable" };
const SCHEMA = "faults";
/** A simple query of that one word, as it goes over the wire. */
const COMMIT = /commit\0/;

let postgres: TestPostgres;
let proxy: TcpProxy;
let store: Store;
let place: Place;
let admin: Client;

beforeAll(async () => {
  postgres = await startPostgres();
  admin = new Client(postgres.url);
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await postgres?.stop();
});

beforeEach(async () => {
  proxy = await startTcpProxy(postgres.port);
  store = await openPostgresStore({
    url: postgres.url.replace(String(postgres.port), String(proxy.port)),
    schema: SCHEMA,
    poolSize: 2,
    connectTimeoutMs: 1000,
    statementTimeoutMs: 300,
  });
  const workspaceId = id("ws");
  const desk = connection(workspaceId);
  await store.connections.create(desk, document(workspaceId, desk.id), []);
  const { id: conversationId } = await store.conversations.put(conversation(workspaceId));
  place = { workspaceId, connectionId: desk.id, conversationId };
});
afterEach(async () => {
  proxy.heal();
  await store.close();
  proxy.stop();
});

async function expectHealthy(): Promise<void> {
  const recorded = await Promise.all([1, 2, 3, 4].map(() => store.operations.recordIntent(intent(place))));
  expect(recorded.every(({ kind }) => kind === "recorded")).toBe(true);
  await store.checkWritable();
}

/** True for every packet that carries the nth statement of its kind and all that follow. */
function fromNth(n: number, pattern: RegExp): (text: string) => boolean {
  let seen = 0;
  return (text) => {
    if (pattern.test(text)) seen += 1;
    return seen >= n;
  };
}

test("a link that goes silent inside a settlement is given up in time, and nobody inherits it", async () => {
  for (let round = 0; round < 2; round += 1) {
    const { operation } = await store.operations.recordIntent(intent(place));
    const isSilent = fromNth(1, /update "faults"\."attempts"/);
    proxy.onRequest((text) => (isSilent(text) ? "swallow" : "pass"));
    const startedAt = performance.now();
    await expect(store.operations.settle(settlement(operation))).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - startedAt).toBeLessThan(2500);
    proxy.heal();
    await expectHealthy();
    const found = await store.operations.find(place.workspaceId, operation.id);
    expect(found).toEqual(operation);
    expect((await store.operations.settle(settlement(operation))).kind).toBe("settled");
  }
});

test("a commit whose answer is lost is found by reading again", async () => {
  const { operation } = await store.operations.recordIntent(intent(place));
  let isCommitting = false;
  proxy.onRequest((text) => {
    if (COMMIT.test(text)) isCommitting = true;
    return "pass";
  });
  proxy.onAnswer(() => (isCommitting ? "cut" : "pass"));
  await expect(store.operations.settle(settlement(operation))).rejects.toMatchObject(UNAVAILABLE);
  proxy.heal();
  expect(await store.operations.find(place.workspaceId, operation.id)).toMatchObject({
    state: "succeeded",
    revision: 2,
  });
  expect((await store.operations.settle(settlement(operation))).kind).toBe("stale");
  await expectHealthy();
});

test("a link that is reset before the commit arrives leaves nothing behind", async () => {
  const params = intent(place);
  proxy.onRequest((text) => (COMMIT.test(text) ? "cut" : "pass"));
  const lost = store.operations.recordIntent(params);
  await expect(lost).rejects.toMatchObject(UNAVAILABLE);
  await expect(lost).rejects.toHaveProperty("cause");
  proxy.heal();
  expect(await store.operations.find(place.workspaceId, params.operation.id)).toBeNull();
  expect((await store.operations.recordIntent(params)).kind).toBe("recorded");
  await expectHealthy();
});

test("killed sessions, idle or at work, harm only what was under way on them", async () => {
  // Taken hold of before the sessions are killed: some end at once.
  const work = Promise.allSettled(Array.from({ length: 10 }, () => store.operations.recordIntent(intent(place))));
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counterfoil'");
  for (const result of await work) {
    if (result.status === "rejected") expect(result.reason).toMatchObject(UNAVAILABLE);
  }
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counterfoil'");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expectHealthy();
});

test("a server out of reach is unavailable, and is used again once it is back", async () => {
  proxy.onRequest(() => "cut");
  await expect(store.checkWritable()).rejects.toMatchObject(UNAVAILABLE);
  await expect(store.operations.find(place.workspaceId, "op_1")).rejects.toMatchObject(UNAVAILABLE);
  proxy.heal();
  await expectHealthy();
});

test("a row locked by another session is waited for no longer than a statement may take", async () => {
  const { operation } = await store.operations.recordIntent(intent(place));
  await admin.query("begin");
  await admin.query(`select * from ${SCHEMA}.operations where id = $1 for update`, [operation.id]);
  await expect(store.operations.settle(settlement(operation))).rejects.toMatchObject(UNAVAILABLE);
  await admin.query("rollback");
  expect((await store.operations.settle(settlement(operation))).kind).toBe("settled");
  await expectHealthy();
});

test("a unit that Postgres undoes for the sake of another is run again, and takes effect once", async () => {
  await admin.query(`
    create sequence ${SCHEMA}.undone;
    create function ${SCHEMA}.undo_twice() returns trigger language plpgsql as $$
      begin
        if nextval('${SCHEMA}.undone') <= 2 then raise exception 'undone' using errcode = '40P01'; end if;
        return new;
      end $$;
    create trigger undo_twice before insert on ${SCHEMA}.calls for each row execute function ${SCHEMA}.undo_twice();
  `);
  try {
    expect((await store.operations.recordIntent(intent(place))).kind).toBe("recorded");
    const { items } = await store.calls.list(place.workspaceId, {}, { limit: 10, after: null });
    expect(items).toHaveLength(1);
    await admin.query(`select setval('${SCHEMA}.undone', 1, false)`);
    await admin.query(`alter sequence ${SCHEMA}.undone minvalue -100 restart with -50`);
    await expect(store.operations.recordIntent(intent(place))).rejects.toMatchObject(UNAVAILABLE);
  } finally {
    await admin.query(`drop trigger undo_twice on ${SCHEMA}.calls`);
    await admin.query(`drop function ${SCHEMA}.undo_twice; drop sequence ${SCHEMA}.undone`);
  }
  await expectHealthy();
});

test("an event that commits late gets its id late: no reader has gone past it", async () => {
  const first = await store.operations.recordIntent(intent(place));
  await admin.query("begin");
  await admin.query(
    `insert into ${SCHEMA}.events (workspace_id, type, conversation_id, status, at) values ($1, 'call.ended', 'late', 'x', 0)`,
    [place.workspaceId],
  );
  await store.operations.settle(settlement(first.operation));
  const before = await store.events.listAfter(place.workspaceId, null, 100);
  await admin.query("commit");
  const after = await store.events.listAfter(place.workspaceId, before.at(-1)!.id, 100);
  expect(before).toHaveLength(4);
  expect(after.map(({ conversationId }) => conversationId)).toEqual(["late"]);
});

test("texts that Postgres refuses are no hindrance to what an adapter asks to remember", async () => {
  const address = { ...place, domainId: "d", contactKey: "p/1" };
  const call = finishedCall(place);
  const write = contactWrite(address, call.record.id, { entries: [{ key: "nul \u0000", value: "\u0000" }] });
  await store.calls.recordFinished({ ...call, contactWrite: write });
  expect(await store.contacts.entries(address)).toMatchObject([{ key: "nul \u0000", value: "\u0000" }]);
});

test("three stores that open an empty schema at once all find its tables", async () => {
  const open = () => openPostgresStore({ url: postgres.url, schema: "at_once", poolSize: 2 });
  const stores = await Promise.all([open(), open(), open()]);
  const found = await Promise.all(stores.map((one) => one.workspaces.list({ limit: 1, after: null })));
  await Promise.all(stores.map((one) => one.close()));
  expect(found.map(({ items }) => items)).toEqual([[], [], []]);
});

test("says that it is unavailable where there is no server to open on", async () => {
  const url = "postgres://postgres:test@127.0.0.1:1/postgres";
  await expect(openPostgresStore({ url })).rejects.toMatchObject(UNAVAILABLE);
});
