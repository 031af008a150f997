import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestAnswer, type TestGateway } from "./gateway.testdata.ts";
import { toStubManifest } from "./stub-adapter.testdata.ts";

/** The minimal manifest of the provider contract, as its text gives it. */
const MINIMAL_MANIFEST = `{
  "protocol_version": "1",
  "contract_version": "2026-09-01",
  "capabilities": [
    "read"
  ],
  "languages": [
    "en",
    "ar"
  ],
  "tools": [
    {
      "name": "request.status",
      "mutating": false,
      "produces_evidence": [
        "entity",
        "value"
      ],
      "timeout_ms": 5000,
      "parameters": {
        "type": "object",
        "properties": {
          "reference": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100
          }
        },
        "required": [
          "reference"
        ],
        "additionalProperties": false
      }
    }
  ]
}`;

let gateway: TestGateway;
let server: Server | undefined;
let adapters = 0;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => {
    if (server === undefined) closed(null);
    else server.close(closed);
  });
  server = undefined;
});

async function connectTo(answer: RequestListener): Promise<TestAnswer> {
  server = createServer(answer);
  await new Promise<void>((ready) => {
    server?.listen(0, "127.0.0.1", ready);
  });
  const { port } = server.address() as AddressInfo;
  return gateway.connectProvider(`adapter-${(adapters += 1)}`, `http://127.0.0.1:${port}`, "the-credential");
}

const serveText =
  (text: string, status = 200, type = "application/json"): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": type }).end(text);

const countConnections = async (): Promise<number> =>
  ((await gateway.request("GET", "/v1/connections?limit=100")).body["items"] as unknown[]).length;

describe("discovery", () => {
  it("reads the manifest with the connection's own bearer", async () => {
    const seen: unknown[] = [];
    const { status, body } = await connectTo((request, response) => {
      seen.push([request.method, request.url, request.headers.authorization]);
      response.writeHead(200, { "content-type": "application/json" }).end(MINIMAL_MANIFEST);
    });
    expect(seen).toEqual([["GET", "/.well-known/agent-provider", "Bearer the-credential"]]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      contract_version: "2026-09-01",
      tools: [{ name: "request.status", offered_name: "request_status", mutating: false }],
      quarantined: [],
      warnings: [],
    });
  });

  it("offers the nine good tools of ten, and says what is wrong with the tenth", async () => {
    const { tools, ...manifest } = toStubManifest() as { tools: { name: string; parameters: object }[] };
    const [read] = tools;
    const nine = Array.from({ length: 9 }, (_, index) => ({ ...read, name: `good.${index}` }));
    const bad = { ...read, name: "bad", parameters: { ...read?.parameters, patternProperties: { "^x": {} } } };
    const document = {
      ...manifest,
      capabilities: ["read"],
      receipt_retention_seconds: undefined,
      tools: [...nine, bad],
    };
    const { status, body } = await connectTo(serveText(JSON.stringify(document)));
    expect(status).toBe(201);
    expect(body["tools"]).toHaveLength(9);
    expect(body["quarantined"]).toMatchObject([
      { name: "bad", reasons: [{ pointer: expect.stringContaining("patternProperties") }] },
    ]);
  });

  it("refuses a manifest with every fault of its top level, each at its place", async () => {
    const document = { ...toStubManifest(), protocol_version: "2", contract_version: "2026-02-30", languages: [] };
    const before = await countConnections();
    const { status, body } = await connectTo(serveText(JSON.stringify(document)));
    expect([status, body["code"]]).toEqual([422, "invalid_document"]);
    const pointers = (body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual(["/contract_version", "/languages", "/protocol_version"]);
    expect(await countConnections()).toBe(before);
  });

  it.each<[string, RequestListener, string]>([
    ["refuses the credential", serveText("{}", 401), "refused the credential"],
    ["answers HTML", serveText("<p>hello</p>", 200, "text/html"), "refused"],
    ["answers nothing", serveText(""), "refused"],
    ["answers half a manifest", serveText(MINIMAL_MANIFEST.slice(0, 200)), "refused"],
    ["answers more than 256 KiB", serveText(`${MINIMAL_MANIFEST}${" ".repeat(300_000)}`), "The manifest is refused"],
    ["answers with an error", serveText("{}", 500), "answered 500"],
    [
      "redirects",
      (_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
      "answered 302",
    ],
    ["hangs up", (request) => void request.socket.destroy(), "bad_response"],
  ])("an adapter that %s is not connected, and the answer says so", async (_title, answer, words) => {
    const before = await countConnections();
    const { status, body, text } = await connectTo(answer);
    expect([422, 502]).toContain(status);
    expect(body["detail"]).toContain(words);
    expect(text).not.toContain("the-credential");
    expect(await countConnections()).toBe(before);
  });

  it.each([
    ["a path", "https://adapter.test/path"],
    ["a user", "https://user:secret@adapter.test"],
    ["a private address that is not allowed", "http://10.0.0.5"],
    ["a loopback address in another spelling", "http://[::ffff:127.0.0.1]:80"],
    ["plain http to the world", "http://adapter.test"],
    ["something else", "adapter"],
  ])("an origin with %s is refused before anything is sent", async (_title, origin) => {
    const answer = await gateway.connectProvider("refused", origin, "the-credential");
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
    expect(answer.text).not.toContain("secret");
  });
});
