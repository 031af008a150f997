import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "./gateway.testdata.ts";
import {
  respondJson,
  startStubAdapter,
  toChangeReply,
  toStubManifest,
  type Answering,
  type StubAdapter,
} from "./stub-adapter.testdata.ts";

let gateway: TestGateway;
let stub: StubAdapter;
let conversations = 0;
let conversation: string;

beforeAll(async () => {
  gateway = await startTestGateway({ busyTimeoutMs: 300 });
  stub = await startStubAdapter(toStubManifest());
  expect((await gateway.connectProvider("stub", stub.origin, "stub-credential")).status).toBe(201);
});

beforeEach(async () => {
  conversation = `c${(conversations += 1)}`;
  await gateway.converse(conversation);
});

afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const answer = ({ request, response }: Answering): void => respondJson(response, 200, toChangeReply(request));

const change = (more: object = {}, key?: string) =>
  gateway.call(
    { conversation, tool: "thing_change", arguments: { reference: "R-1" }, ...more },
    key === undefined ? {} : { "idempotency-key": key },
  );

const reached = async (count: number): Promise<void> => {
  while (stub.calls.length < count) await setTimeout(5);
};

describe("a repeat of a change under way", () => {
  it("gets its answer also where that is that none came in time", async () => {
    stub.play(() => undefined);
    const sent = stub.calls.length;
    const [first, repeat] = await Promise.all([change(), reached(sent + 1).then(() => change())]);
    expect(first.body).toMatchObject({ outcome: "unknown", replayed: false });
    expect(repeat.body).toMatchObject({
      outcome: "unknown",
      replayed: true,
      operation_id: first.body["operation_id"],
    });
  });

  it("names that change by its new key from the beginning, whatever comes of the wait", async () => {
    let release = (): void => {};
    stub.play((answering) => {
      release = () => answer(answering);
    });
    const sent = stub.calls.length;
    const first = change({}, `${conversation}-first`);
    await reached(sent + 1);
    const repeat = change({}, `${conversation}-second`);
    const find = (key: string) =>
      gateway.gateway.store.operations.findByIdempotencyKey(gateway.workspaceId, { scope: "workspace", key });
    while ((await find(`${conversation}-second`)) === null) await setTimeout(5);
    release();
    expect((await repeat).body["operation_id"]).toBe((await first).body["operation_id"]);
    expect(stub.calls.length).toBe(sent + 1);
  });
});

describe("a change that the application insisted on", () => {
  it("is what an equal call attaches to while it is unknown", async () => {
    stub.play(({ socket }) => void socket.destroy());
    const older = await change();
    const insisted = await change({ new_intent: true });
    const sent = stub.calls.length;
    const repeat = await change();
    expect(older.body["operation_id"]).not.toBe(insisted.body["operation_id"]);
    expect(repeat.body).toMatchObject({ replayed: true, operation_id: insisted.body["operation_id"] });
    expect(stub.calls.length).toBe(sent);
  });
});

it("a change whose outcome could not be recorded is unknown to its repeats, and not under way for ever", async () => {
  const other = new Database(gateway.file);
  stub.play((answering) => {
    other.exec("begin immediate");
    answer(answering);
  });
  const key = `${conversation}-unrecorded`;
  const first = await change({}, key);
  other.exec("rollback");
  other.close();
  const sent = stub.calls.length;
  expect(first.body).toMatchObject({ outcome: "unknown", error: { code: "not_recorded", effect: "unknown" } });
  const repeat = await change({}, key);
  expect(repeat.body).toMatchObject({
    outcome: "unknown",
    replayed: true,
    operation_id: first.body["operation_id"],
    error: { code: "not_recorded", effect: "unknown" },
  });
  expect(stub.calls.length).toBe(sent);
  const { body } = await gateway.request("GET", `/v1/operations/${String(first.body["operation_id"])}`);
  expect(body).toMatchObject({ state: "unknown", attempts: [{ phase: "after_send", end: "uncertain" }] });
});
