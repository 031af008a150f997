import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestAnswer, type TestGateway } from "./gateway.testdata.ts";
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
let connectionId: string;
let callId: string;
let operationId: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  stub = await startStubAdapter(toStubManifest());
  stub.play(({ request, response }) =>
    respondJson(response, 200, request.url.endsWith("change") ? toChangeReply(request) : toReadReply()),
  );
  connectionId = String((await gateway.connectProvider("stub", stub.origin, "credential")).body["id"]);
  await gateway.converse("c1");
  await gateway.converse("c2", { subject: { channel: "whatsapp", id: "another" } });
  const changed = await gateway.call({ conversation: "c1", tool: "thing_change", arguments: { reference: "R-1" } });
  [callId, operationId] = [String(changed.body["call_id"]), String(changed.body["operation_id"])];
});

afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const newWorkspace = async (): Promise<{ id: string; key: string }> => {
  const { body } = await gateway.request("POST", "/v1/workspaces", {
    key: gateway.instanceKey,
    body: { name: "other" },
  });
  return { id: String(body["id"]), key: (body["admin_key"] as { key: string }).key };
};

const withoutTrace = ({ status, body }: TestAnswer) => ({ status, ...body, trace_id: "" });

describe("the instance's admin", () => {
  it("makes workspaces, and sees nothing inside them", async () => {
    const { id } = await newWorkspace();
    const listed = await gateway.request("GET", "/v1/workspaces", { key: gateway.instanceKey });
    expect((listed.body["items"] as { id: string }[]).map((workspace) => workspace.id)).toContain(id);
    const inside = await gateway.request("GET", "/v1/connections", { key: gateway.instanceKey });
    expect(inside.status).toBe(401);
  });

  it("is nobody whom a workspace's admin could be taken for", async () => {
    for (const key of [gateway.adminKey, gateway.appKey]) {
      expect((await gateway.request("GET", "/v1/workspaces", { key })).status).toBe(401);
    }
  });

  it("gives a workspace that lost its keys a new one; of admins there can be many", async () => {
    const { id, key } = await newWorkspace();
    const second = await gateway.request("POST", `/v1/workspaces/${id}/keys`, {
      key: gateway.instanceKey,
      body: { name: "second", scope: "admin" },
    });
    for (const admin of [key, String(second.body["key"])]) {
      expect((await gateway.request("GET", "/v1/keys", { key: admin })).status).toBe(200);
    }
  });
});

describe("another workspace", () => {
  it("gets for each id the very answer it gets for one that never was", async () => {
    const { key } = await newWorkspace();
    const paths = (ids: { connection: string; call: string; operation: string; conversation: string }) => [
      ["GET", `/v1/connections/${ids.connection}`],
      ["PATCH", `/v1/connections/${ids.connection}`],
      ["DELETE", `/v1/connections/${ids.connection}`],
      ["GET", `/v1/calls/${ids.call}`],
      ["GET", `/v1/operations/${ids.operation}`],
      ["GET", `/v1/conversations/${ids.conversation}`],
      ["POST", `/v1/conversations/${ids.conversation}/turns`],
      ["POST", `/v1/conversations/${ids.conversation}/tokens`],
      ["GET", `/v1/tools?conversation=${ids.conversation}`],
    ];
    const theirs = paths({ connection: connectionId, call: callId, operation: operationId, conversation: "c1" });
    const nobodys = paths({ connection: "conn_none", call: "call_none", operation: "op_none", conversation: "none" });
    for (const [index, [method = "", path = ""]] of theirs.entries()) {
      const options = { key, ...(method === "PATCH" && { body: { name: "mine" } }) };
      const [, nobodysPath = ""] = nobodys[index] ?? [];
      const [their, nobody] = [
        await gateway.request(method, path, options),
        await gateway.request(method, nobodysPath, options),
      ];
      expect(their.status, path).toBe(404);
      expect(withoutTrace(their), path).toEqual(withoutTrace(nobody));
    }
    for (const list of ["/v1/connections", "/v1/calls", "/v1/operations", "/v1/conversations"]) {
      expect((await gateway.request("GET", list, { key })).body["items"], list).toEqual([]);
    }
  });

  it("uses the same idempotency key and the same conversation id for itself", async () => {
    const { key } = await newWorkspace();
    await gateway.request("POST", "/v1/connections", {
      key,
      body: { name: "stub", contract: "provider", origin: stub.origin, credential: "credential" },
    });
    const settings = { subject: { channel: "whatsapp", id: "x" }, locale: "en", timezone: "UTC" };
    await gateway.request("PUT", "/v1/conversations/c1", { key, body: settings });
    const body = { conversation: "c1", tool: "thing_change", arguments: { reference: "R-9" } };
    const headers = { "idempotency-key": "shared" };
    const [mine, theirs] = [
      await gateway.call(body, headers),
      await gateway.request("POST", "/v1/calls", { key, body, headers }),
    ];
    expect([mine.body["outcome"], theirs.body["outcome"]]).toEqual(["succeeded", "succeeded"]);
    expect(theirs.body["operation_id"]).not.toBe(mine.body["operation_id"]);
  });
});

describe("a conversation token", () => {
  const newToken = async (conversation = "c1"): Promise<string> => {
    const { body } = await gateway.request("POST", `/v1/conversations/${conversation}/tokens`, { key: gateway.appKey });
    return String(body["token"]);
  };

  it("lists and calls tools in its own conversation, without naming it", async () => {
    const key = await newToken();
    expect((await gateway.request("GET", "/v1/tools", { key })).status).toBe(200);
    const called = await gateway.request("POST", "/v1/calls", {
      key,
      body: { tool: "thing_read", arguments: { reference: "R-1" } },
    });
    expect(called.body["outcome"]).toBe("succeeded");
    expect(JSON.parse(stub.calls.at(-1)?.body ?? "{}").context.subject).toEqual({
      channel: "whatsapp",
      id: "12025550142",
    });
  });

  it("reaches no other conversation, no other route, and cannot insist on a new intent", async () => {
    const key = await newToken();
    const body = { tool: "thing_change", arguments: { reference: "R-1" } };
    expect((await gateway.request("POST", "/v1/calls", { key, body: { ...body, conversation: "c2" } })).status).toBe(
      404,
    );
    expect((await gateway.request("POST", "/v1/calls", { key, body: { ...body, new_intent: true } })).status).toBe(403);
    for (const [method, path] of [
      ["GET", "/v1/calls"],
      ["GET", "/v1/connections"],
      ["GET", "/v1/keys"],
      ["PUT", "/v1/conversations/c1"],
      ["POST", "/v1/conversations/c1/turns"],
    ] as const) {
      const answer = await gateway.request(method, path, { key, ...(method === "PUT" && { body: {} }) });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

describe("workspace keys", () => {
  it("two live at once, and a revoked one is refused from then on", async () => {
    const created = await gateway.request("POST", "/v1/keys", { body: { name: "next", scope: "app" } });
    const [id, key] = [String(created.body["id"]), String(created.body["key"])];
    expect((await gateway.request("GET", "/v1/calls", { key })).status).toBe(200);
    expect((await gateway.request("DELETE", `/v1/keys/${id}`)).status).toBe(204);
    expect((await gateway.request("GET", "/v1/calls", { key })).status).toBe(401);
    expect((await gateway.request("GET", "/v1/calls", { key: gateway.appKey })).status).toBe(200);
  });

  it("are never shown again", async () => {
    const listed = await gateway.request("GET", "/v1/keys");
    expect(listed.text).not.toContain(gateway.appKey);
    expect(listed.text).not.toContain(gateway.appKey.slice(12));
  });

  it("do not work from the address", async () => {
    const answer = await gateway.request("GET", `/v1/calls?key=${gateway.appKey}`, { key: null });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain(gateway.appKey);
  });
});

describe("routes without a body", () => {
  it.each([
    ["an empty body with the JSON type", { rawBody: "" }],
    ["an empty object", { rawBody: "{}" }],
    ["nothing at all", {}],
  ])("take %s", async (_title, options) => {
    for (const path of ["/v1/conversations/c1/turns", "/v1/conversations/c1/tokens"]) {
      const answer = await gateway.request("POST", path, { key: gateway.appKey, ...options });
      expect([path, answer.status]).toEqual([path, 201]);
    }
  });
});
