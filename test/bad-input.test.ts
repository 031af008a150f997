import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "./gateway.testdata.ts";
import {
  respondJson,
  startStubAdapter,
  toChangeReply,
  toReadReply,
  toStubManifest,
  type StubAdapter,
} from "./stub-adapter.testdata.ts";

let gateway: TestGateway;
let stub: StubAdapter;

beforeAll(async () => {
  gateway = await startTestGateway();
  stub = await startStubAdapter(toStubManifest());
  const connected = await gateway.connectProvider("stub", stub.origin, "stub-credential");
  expect(connected.status).toBe(201);
  await gateway.converse("c1");
});

afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const read = { conversation: "c1", tool: "thing_read", arguments: { reference: "R-1" } };
const change = { conversation: "c1", tool: "thing_change", arguments: { reference: "R-1" } };

describe("a request that cannot be acted on stores nothing and sends nothing", () => {
  let callsBefore: number;
  let sentBefore: number;

  const countCalls = async (): Promise<number> => {
    const { body } = await gateway.request("GET", "/v1/calls?limit=100");
    return (body["items"] as unknown[]).length;
  };

  beforeEach(async () => {
    callsBefore = await countCalls();
    sentBefore = stub.calls.length;
  });

  const untouched = async (): Promise<void> => {
    expect(await countCalls()).toBe(callsBefore);
    expect(stub.calls.length).toBe(sentBefore);
  };

  it.each([
    ["malformed JSON", "{", 400, "invalid_json"],
    ["a duplicate key", '{"conversation":"c1","tool":"thing_read","tool":"x"}', 400, "invalid_json"],
    [
      "a number beyond 2^53",
      '{"conversation":"c1","tool":"thing_read","arguments":{"qty":9007199254740993}}',
      400,
      "invalid_json",
    ],
    [
      "a dangerous key",
      '{"conversation":"c1","tool":"thing_read","arguments":{"__proto__":{"isAdmin":true}}}',
      400,
      "invalid_json",
    ],
    ["an unknown member", '{"conversation":"c1","tool":"thing_read","argument":{}}', 400, "invalid_request"],
    ["no body", "", 400, "invalid_request"],
  ])("%s", async (_title, rawBody, status, code) => {
    const answer = await gateway.request("POST", "/v1/calls", { key: gateway.appKey, rawBody });
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    await untouched();
  });

  it.each([
    ["an unknown tool", { ...read, tool: "nothing_here" }, 404, "unknown_tool"],
    ["a tool under its dotted name", { ...read, tool: "thing.read" }, 404, "unknown_tool"],
    ["an unknown conversation", { ...read, conversation: "other" }, 404, "not_found"],
    ["a missing argument", { ...read, arguments: {} }, 422, "invalid_arguments"],
    ["arguments as text", { ...read, arguments: '{"reference":"R-1"}' }, 422, "invalid_arguments"],
    ["arguments as a list", { ...read, arguments: [] }, 422, "invalid_arguments"],
  ])("%s", async (_title, body, status, code) => {
    const answer = await gateway.call(body);
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
    await untouched();
  });

  it("every fault of the arguments is told, each with its pointer", async () => {
    const answer = await gateway.call({ ...change, arguments: { reference: "", qty: "3", extra: 1 } });
    expect(answer.status).toBe(422);
    const errors = answer.body["errors"] as { pointer: string; message: string }[];
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(["/extra", "/qty", "/reference"]);
    expect(errors.find(({ pointer }) => pointer === "/qty")?.message).toContain("3");
    await untouched();
  });

  it("a context member among the arguments is named as what it is", async () => {
    const answer = await gateway.call({ ...read, arguments: { reference: "R-1", timezone: "Asia/Dubai" } });
    expect(answer.status).toBe(422);
    expect(answer.body["detail"]).toContain("timezone belongs to the context");
    await untouched();
  });

  it("omitted and null arguments count as none", async () => {
    const [omitted, empty] = [
      await gateway.call({ conversation: "c1", tool: "thing_read" }),
      await gateway.call({ conversation: "c1", tool: "thing_read", arguments: null }),
    ];
    expect(omitted.body["errors"]).toEqual(empty.body["errors"]);
    expect(omitted.body["detail"]).toContain("reference");
    await untouched();
  });

  it.each([
    ["no key", null],
    ["a wrong key", "cf_live_0000000000000000000000000000000000000000000000000"],
    ["a key mistyped by one character", "mistyped"],
  ])("%s", async (_title, key) => {
    const wrong =
      key === "mistyped" ? `${gateway.appKey.slice(0, -1)}${gateway.appKey.endsWith("a") ? "b" : "a"}` : key;
    const answer = await gateway.request("POST", "/v1/calls", { key: wrong, body: read });
    expect([answer.status, answer.body["code"]]).toEqual([401, "unauthorized"]);
    expect(answer.text).not.toContain(gateway.appKey.slice(0, 30));
    await untouched();
  });

  it("a read key", async () => {
    const answer = await gateway.request("POST", "/v1/calls", { key: gateway.readKey, body: read });
    expect([answer.status, answer.body["code"]]).toEqual([403, "forbidden"]);
    await untouched();
  });

  it("another media type, another encoding, too large a body", async () => {
    const asText = await gateway.request("POST", "/v1/calls", {
      rawBody: JSON.stringify(read),
      headers: { "content-type": "text/json" },
    });
    const asLatin = await gateway.request("POST", "/v1/calls", {
      rawBody: JSON.stringify(read),
      headers: { "content-type": "application/json; charset=latin1" },
    });
    const malformed = await gateway.request("POST", "/v1/calls", {
      rawBody: JSON.stringify(read),
      headers: { "content-type": "json" },
    });
    const large = await gateway.request("POST", "/v1/calls", {
      body: { ...read, arguments: { reference: "x".repeat(300_000) } },
    });
    expect([asText.status, asLatin.status, malformed.status, large.status]).toEqual([415, 415, 415, 413]);
    await untouched();
  });
});

describe("a path", () => {
  it.each([
    ["that is wrongly percent-encoded", "/v1/calls/%zz"],
    ["whose id is too long", `/v1/calls/${"x".repeat(129)}`],
    ["far beyond any id", `/v1/calls/${"x".repeat(4000)}`],
  ])("%s is answered with a problem", async (_title, path) => {
    const answer = await gateway.request("GET", path);
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.body["trace_id"]).toBe(answer.headers.get("trace-id"));
    expect(answer.text).not.toContain("xxxx");
  });

  it("may hold the longest id that a conversation may have", async () => {
    const id = "c".repeat(128);
    await gateway.converse(id);
    expect((await gateway.request("GET", `/v1/conversations/${id}`)).body["id"]).toBe(id);
  });
});

describe("an adapter that does not answer as it should", () => {
  const outcomes = async (): Promise<{ read: string; change: string; messages: string[] }> => {
    const [reading, changing] = [await gateway.call(read), await gateway.call({ ...change, new_intent: true })];
    expect([reading.status, changing.status]).toEqual([200, 200]);
    const messages = [reading, changing].map(({ body }) => (body["error"] as { message: string }).message);
    return { read: String(reading.body["outcome"]), change: String(changing.body["outcome"]), messages };
  };

  it.each<[string, Parameters<StubAdapter["play"]>[0]]>([
    ["answers HTML", ({ response }) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>ok</p>")],
    [
      "answers an empty body",
      ({ response }) => void response.writeHead(200, { "content-type": "application/json" }).end(),
    ],
    [
      "answers half a body",
      ({ response }) =>
        void response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).end('{"status":'),
    ],
    [
      "answers 10 MiB",
      ({ response }) => void response.writeHead(200, { "content-type": "application/json" }).end(" ".repeat(10 << 20)),
    ],
    ["redirects", ({ response }) => void response.writeHead(307, { location: `${stub.origin}/elsewhere` }).end()],
    ["answers a bare success string", ({ response }) => respondJson(response, 200, "done")],
    ["answers 502 without our code", ({ response }) => void response.writeHead(502).end("bad gateway")],
    ["is slow", () => undefined],
    [
      "drips",
      ({ response }) => {
        response.writeHead(200, { "content-type": "application/json" });
        const drip = setInterval(() => response.write(" "), 100);
        response.on("close", () => clearInterval(drip));
      },
    ],
    ["resets after reading", ({ socket }) => void socket.destroy()],
  ])("%s: a read has failed, a change is unknown", async (_title, script) => {
    stub.play(script);
    const sent = stub.calls.length;
    const started = Date.now();
    expect(await outcomes()).toMatchObject({ read: "failed", change: "unknown" });
    expect(Date.now() - started).toBeLessThan(2 * (500 + 250) + 500);
    expect(stub.calls.filter(({ url }) => url === "/tools/thing.change").length).toBe(
      stub.calls.slice(0, sent).filter(({ url }) => url === "/tools/thing.change").length + 1,
    );
    expect(stub.calls.some(({ url }) => url === "/elsewhere")).toBe(false);
  });

  it("is down: nothing was sent, so both have failed", async () => {
    const gone = await startStubAdapter(toStubManifest());
    await gateway.connectProvider("gone", gone.origin, "x");
    await gone.close();
    const answer = await gateway.call({ ...change, tool: "gone_thing_change" });
    expect(answer.body).toMatchObject({
      outcome: "failed",
      error: { category: "transient", effect: "none", retryable: true },
    });
  });

  it("answers as it should: both succeed", async () => {
    stub.play(({ request, response }) =>
      respondJson(response, 200, request.url.endsWith("change") ? toChangeReply(request) : toReadReply()),
    );
    expect((await gateway.call(read)).body).toMatchObject({ outcome: "succeeded", text: "Here it is." });
    expect((await gateway.call({ ...change, new_intent: true })).body).toMatchObject({
      outcome: "succeeded",
      text: "Changed.",
    });
  });
});
