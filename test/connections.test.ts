import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  await gateway.converse("c1", { domainId: "shop" });
});

afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const answerWell: Parameters<StubAdapter["play"]>[0] = ({ request, response }) =>
  respondJson(response, 200, request.url.endsWith("change") ? toChangeReply(request) : toReadReply());

const newConnection = async (name: string): Promise<string> =>
  String((await gateway.connectProvider(name, stub.origin, "credential")).body["id"]);

const toPack = (extra: string): string => `
domainId: shop
name: Shop
languages: [en]
adapter: { origin: "${stub.origin}", secret: "\${SHOP_SECRET}" }
partners: [{ partnerId: riverside, name: Riverside, timezone: Europe/London }]
facts: { open: { type: boolean, default: false }, count: { type: integer } }
tools:
  - name: look
    description: "${extra}"
    effect: read
    timeoutMs: 1000
    parameters: { type: object, properties: {}, additionalProperties: false }
`;

describe("a changed origin", () => {
  it("clears the credential, and calls say what is missing until one is set", async () => {
    const id = await newConnection("moving");
    const other = await startStubAdapter(toStubManifest());
    other.play(answerWell);
    const moved = await gateway.request("PATCH", `/v1/connections/${id}`, { body: { origin: other.origin } });
    expect(moved.body).toMatchObject({ origin: other.origin, has_credential: false, credential_version: 1 });
    const body = { conversation: "c1", tool: "thing_read", arguments: { reference: "R-1" } };
    const refused = await gateway.call(body);
    expect([refused.status, refused.body["code"]]).toEqual([503, "unavailable"]);
    await gateway.request("PATCH", `/v1/connections/${id}`, { body: { credential: "of-the-new-one" } });
    expect((await gateway.call(body)).body["outcome"]).toBe("succeeded");
    expect(other.calls.at(-1)?.headers["authorization"]).toBe("Bearer of-the-new-one");
    await other.close();
  });

  it("waits for operations that are open, as deleting does", async () => {
    const id = await newConnection("waiting");
    stub.play(({ socket }) => void socket.destroy());
    const lost = await gateway.call({
      conversation: "c1",
      tool: "waiting_thing_change",
      arguments: { reference: "R-1" },
    });
    expect(lost.body["outcome"]).toBe("unknown");
    for (const [method, body] of [
      ["PATCH", { origin: "http://127.0.0.1:9" }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await gateway.request(method, `/v1/connections/${id}`, body === undefined ? {} : { body });
      expect([method, answer.status, answer.body["code"]]).toEqual([method, 409, "conflict"]);
    }
    const open = await gateway.request("GET", `/v1/operations?state=unknown&connection=${id}`);
    expect(open.body["items"]).toMatchObject([{ id: lost.body["operation_id"] }]);
  });

  it("is refused for a pack, which names its own", async () => {
    const pack = await gateway.connectPack("packed", toPack("Looks."), "secret");
    const answer = await gateway.request("PATCH", `/v1/connections/${String(pack.body["id"])}`, {
      body: { origin: stub.origin.replace(/\d+$/, "9") },
    });
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
  });
});

describe("names", () => {
  it("of connections are unique, made or changed", async () => {
    const id = await newConnection("first");
    expect((await gateway.connectProvider("first", stub.origin, "credential")).status).toBe(409);
    await newConnection("second");
    expect((await gateway.request("PATCH", `/v1/connections/${id}`, { body: { name: "second" } })).status).toBe(409);
  });

  it("of tools stay apart and stay the same, whatever is connected later", async () => {
    const offered = async (): Promise<readonly string[]> => {
      const { body } = await gateway.request("GET", "/v1/tools?conversation=c1");
      return (body["tools"] as { name: string }[]).map(({ name }) => name);
    };
    const before = await offered();
    await newConnection("later");
    const after = await offered();
    expect(new Set(after).size).toBe(after.length);
    expect(after).toEqual(expect.arrayContaining([...before]));
    expect(after).toContain("later_thing_change");
    stub.play(answerWell);
    const answer = await gateway.call({
      conversation: "c1",
      tool: "later_thing_change",
      arguments: { reference: "R-2" },
    });
    expect(answer.body["outcome"]).toBe("succeeded");
    expect(stub.calls.at(-1)?.url).toBe("/tools/thing.change");
  });
});

describe("a pack", () => {
  it("of 200 KiB can be connected", async () => {
    const { status } = await gateway.connectPack(
      "large",
      `${toPack("Looks.")}${"# padding\n".repeat(20_000)}`.replace("domainId: shop", "domainId: large"),
      "x",
    );
    expect(status).toBe(201);
  });

  it("declares what facts are, and others are not stored", async () => {
    const store = { isTemporary: true, data: [], facts: { open: "yes", count: 1.5, other: [1] } };
    stub.play(({ response }) => respondJson(response, 200, { data: { isError: false, content: "Here.", store } }));
    const offered = await gateway.request("GET", "/v1/tools?conversation=c1");
    expect((offered.body["tools"] as { name: string }[]).map(({ name }) => name)).toContain("look");
    expect((await gateway.call({ conversation: "c1", tool: "look" })).body["outcome"]).toBe("succeeded");
    const address = {
      workspaceId: gateway.workspaceId,
      domainId: "shop",
      contactKey: "riverside/12025550142",
      conversationId: "c1",
    };
    expect((await gateway.gateway.store.contacts.facts(address)).map(({ name }) => name)).toEqual(["other"]);
    expect(gateway.log.join("\n")).toContain("facts of a wrong type were dropped");
  });
});

describe("why an adapter gave no answer", () => {
  it("is one of four words for the tenant, and precise in the log", async () => {
    const gone = await startStubAdapter(toStubManifest());
    await gateway.connectProvider("gone", gone.origin, "credential");
    await gone.close();
    const lines = gateway.log.length;
    const answer = await gateway.call({
      conversation: "c1",
      tool: "gone_thing_change",
      arguments: { reference: "R-1" },
    });
    const call = await gateway.request("GET", `/v1/calls/${String(answer.body["call_id"])}`);
    const operation = await gateway.request("GET", `/v1/operations/${String(answer.body["operation_id"])}`);
    expect(call.body["cause"]).toMatchObject({ code: "unreachable" });
    expect(operation.body["attempts"]).toMatchObject([
      { end: "no_byte_sent", reason: "unreachable", phase: "before_send" },
    ]);
    for (const { text } of [answer, call, operation]) expect(text).not.toMatch(/ECONN|127\.0\.0\.1/);
    expect(gateway.log.slice(lines).join("\n")).toContain('"reason":"connect"');
  });
});

describe("a malformed request", () => {
  it.each([
    ["/v1/operations?state=done", "must be one of prepared, sent, succeeded, refused, failed, unknown"],
    ["/v1/calls?limit=0", "limit"],
    ["/v1/calls?limit=101", "limit"],
    ["/v1/calls?after=nonsense", "next_cursor"],
    ["/v1/calls?colour=red", "additional"],
    ["/v1/calls?limit=1&limit=2", "limit"],
  ])("%s is told what was expected", async (path, words) => {
    const { status, body } = await gateway.request("GET", path);
    expect([status, body["code"]]).toEqual([400, "invalid_request"]);
    expect(body["detail"]).toContain(words);
  });
});
