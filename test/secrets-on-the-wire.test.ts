import { readFileSync } from "node:fs";
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

const CREDENTIAL = "CANARY-7f3a-credential-of-the-adapter";
const PHONE = "12025550199";

let gateway: TestGateway;
let stub: StubAdapter;
/** Every byte that the gateway gave back to anybody. */
const answered: string[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  stub = await startStubAdapter(toStubManifest());
});

afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const spellings = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  Buffer.from(secret).toString("hex"),
  encodeURIComponent(secret),
];

const see = async (method: string, path: string, body?: unknown): Promise<string> => {
  const answer = await gateway.request(method, path, body === undefined ? {} : { body });
  const text = `${JSON.stringify([...answer.headers])}${answer.text}`;
  answered.push(text);
  return text;
};

it.each([
  ["a line break behind it", `${CREDENTIAL}\n`],
  ["a header smuggled in", `${CREDENTIAL}\r\nX-A: 1`],
  ["a dash beyond ASCII", "CANARY—7f3a"],
  ["a space before it", ` ${CREDENTIAL}`],
  ["a space inside", "CANARY 7f3a"],
  ["20,000 characters", "C".repeat(20_000)],
  ["nothing", ""],
])("a credential with %s is refused when it is set, by position and not by text", async (_title, credential) => {
  const seen = stub.seen.length;
  const answer = await gateway.connectProvider("refused", stub.origin, credential);
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain("CANARY");
  expect(stub.seen.length).toBe(seen);
});

describe("with a recorder on both sides of the gateway", () => {
  it("plays calls that go well, that break in every way, and reads everything back", async () => {
    const created = await gateway.connectProvider("stub", stub.origin, CREDENTIAL);
    answered.push(created.text);
    const id = String(created.body["id"]);
    await gateway.converse("c1", { phone: PHONE, subject: { channel: "whatsapp", id: PHONE } });
    const scripts: Parameters<StubAdapter["play"]>[0][] = [
      ({ request, response }) =>
        respondJson(response, 200, request.url.endsWith("change") ? toChangeReply(request) : toReadReply()),
      ({ request, response }) => respondJson(response, 500, { echoed: request.headers }),
      ({ request, response }) =>
        respondJson(response, 400, { detail: request.headers["authorization"], code: "invalid_arguments" }),
      ({ request, response }) =>
        void response
          .writeHead(200, { "content-type": "text/plain", "x-echo": request.headers["authorization"] ?? "" })
          .end(CREDENTIAL),
      ({ request, response }) =>
        void response.writeHead(302, { location: `${stub.origin}/?${request.headers["authorization"]}` }).end(),
      ({ socket }) => void socket.destroy(),
      () => undefined,
    ];
    for (const [index, script] of scripts.entries()) {
      stub.play(script);
      await see("POST", "/v1/calls", {
        conversation: "c1",
        tool: "thing_read",
        arguments: { reference: `R-${index}` },
      });
      await see("POST", "/v1/calls", {
        conversation: "c1",
        tool: "thing_change",
        arguments: { reference: `R-${index}` },
      });
    }
    await see("PATCH", `/v1/connections/${id}`, { credential: `${CREDENTIAL}\n` });
    for (const path of [
      "/v1/connections",
      `/v1/connections/${id}`,
      "/v1/calls",
      "/v1/operations",
      "/v1/tools?conversation=c1",
      "/openapi.json",
      "/v1/keys",
    ]) {
      await see("GET", path);
    }
    const { body } = await gateway.request("GET", "/v1/calls?limit=100");
    for (const { id: callId } of body["items"] as { id: string }[]) await see("GET", `/v1/calls/${callId}`);
    expect(answered.length).toBeGreaterThan(30);
  });

  it("the adapter was sent its own credential, and never a key of the workspace", () => {
    expect(stub.seen.length).toBeGreaterThan(10);
    expect(stub.seen.every(({ headers }) => headers["authorization"] === `Bearer ${CREDENTIAL}`)).toBe(true);
    const sent = JSON.stringify(stub.seen);
    for (const key of [gateway.adminKey, gateway.appKey, gateway.readKey, gateway.instanceKey]) {
      for (const spelling of spellings(key)) expect(sent).not.toContain(spelling);
    }
  });

  it("the adapter's credential never leaves the gateway again, in no answer and no log line", () => {
    for (const spelling of spellings(CREDENTIAL)) {
      for (const text of answered) expect(text).not.toContain(spelling);
      expect(gateway.log.join("\n")).not.toContain(spelling);
    }
  });

  it("the log holds no phone and no key either", () => {
    const log = gateway.log.join("\n");
    expect(log).toContain("call ended");
    for (const secret of [PHONE, gateway.adminKey, gateway.appKey, gateway.instanceKey])
      expect(log).not.toContain(secret);
  });

  it("at rest the credential is sealed and the keys are hashed", async () => {
    await gateway.gateway.store.checkWritable();
    const files = [gateway.file, `${gateway.file}-wal`].map((file) => readFileSync(file).toString("latin1")).join("");
    for (const secret of [CREDENTIAL, gateway.adminKey, gateway.appKey]) expect(files).not.toContain(secret);
  });
});
