// The other processes of a run: `node peers.mjs upstream`, `node peers.mjs pass-through|mcp <origin of the upstream>`.
import { createServer } from "node:http";

const [role, upstream] = process.argv.slice(2);
const roles = { upstream: createUpstream, "pass-through": createPassThrough, mcp: createMcp };
const listener = createServer(await roles[role]());
listener.listen(0, "127.0.0.1", () => process.stdout.write(`Running on http://127.0.0.1:${listener.address().port}\n`));
process.once("SIGTERM", () => process.exit());

/** An adapter that does no work of its own: whatever a call costs beyond it is the cost of what stands before it. */
function createUpstream() {
  const counts = { reads: 0, changes: 0 };
  const operations = new Set();
  const routes = {
    "/.well-known/agent-provider": () => JSON.stringify(toManifest()),
    "/tools/thing.read": () => {
      counts.reads += 1;
      return READ_REPLY;
    },
    "/tools/thing.change": ({ headers }) => {
      counts.changes += 1;
      operations.add(headers["operation-id"]);
      return toChangeReply(headers["operation-id"], headers["request-fingerprint"]);
    },
    "/counts": () => JSON.stringify({ ...counts, operations: operations.size }),
  };
  return (request, response) => {
    request.resume();
    request.once("end", () => {
      const body = routes[request.url](request);
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
    });
  };
}

function toManifest() {
  const parameters = {
    type: "object",
    properties: { reference: { type: "string", minLength: 1, maxLength: 100 }, quantity: { type: "integer" } },
    required: ["reference"],
    additionalProperties: false,
  };
  return {
    protocol_version: "1",
    contract_version: "2026-09-01",
    capabilities: ["read", "mutate"],
    languages: ["en"],
    receipt_retention_seconds: 604_800,
    tools: [
      { name: "thing.read", mutating: false, produces_evidence: ["entity"], timeout_ms: 10_000, parameters },
      {
        name: "thing.change",
        mutating: true,
        action: "thing.change",
        produces_evidence: ["action"],
        timeout_ms: 10_000,
        parameters,
      },
    ],
  };
}

const RETENTION_MS = 604_800_000;
const STARTED_AT = new Date();
const READ_REPLY = JSON.stringify({
  status: "succeeded",
  text: "Here it is.",
  evidence: [
    {
      id: "thing",
      kind: "entity",
      as_of: STARTED_AT.toISOString(),
      type: "thing",
      ref: "R-1001",
      label: { en: "A thing" },
    },
  ],
});

function toChangeReply(operationId, fingerprint) {
  const at = new Date().toISOString();
  const identity = { operation_id: operationId, request_fingerprint: fingerprint };
  const action = { id: "act", kind: "action", as_of: at, action: "thing.change", ...identity, result: "done" };
  return JSON.stringify({
    status: "succeeded",
    text: "Changed.",
    evidence: [{ ...action, effected_at: at }],
    receipt: {
      ...identity,
      action: "thing.change",
      recorded_at: at,
      expires_at: new Date(Date.now() + RETENTION_MS).toISOString(),
    },
  });
}

/** The least a process between agent and adapter can do: read the request, send it on, send the reply back. */
async function createPassThrough() {
  const { Pool } = await import("undici");
  const pool = new Pool(upstream, { connections: 64 });
  return async (request, response) => {
    const { method, url, headers } = request;
    const body = await readAll(request);
    const reply = await pool.request({ method, path: url, headers: { "content-type": headers["content-type"] }, body });
    const bytes = Buffer.from(await reply.body.arrayBuffer());
    response.writeHead(reply.statusCode, { "content-type": reply.headers["content-type"] }).end(bytes);
  };
}

/** A tool server as the MCP TypeScript SDK v1 documents it for Streamable HTTP without sessions: a server and a transport per request. */
async function createMcp() {
  const [{ Pool }, { McpServer }, { StreamableHTTPServerTransport }, { z }] = await Promise.all([
    import("undici"),
    import("@modelcontextprotocol/sdk/server/mcp.js"),
    import("@modelcontextprotocol/sdk/server/streamableHttp.js"),
    import("zod"),
  ]);
  const pool = new Pool(upstream, { connections: 64 });
  const inputSchema = { reference: z.string().min(1).max(100), quantity: z.int().optional() };
  const headers = { "content-type": "application/json" };
  const readThing = async (input) => {
    const body = JSON.stringify({ arguments: input });
    const reply = await pool.request({ method: "POST", path: "/tools/thing.read", headers, body });
    const { text, evidence } = await reply.body.json();
    return { content: [{ type: "text", text }], structuredContent: { evidence } };
  };
  return async (request, response) => {
    const server = new McpServer({ name: "bench", version: "1.0.0" });
    server.registerTool("thing_read", { description: "Reads a thing.", inputSchema }, readThing);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.once("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  };
}

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
