import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request exactly as it came over the wire. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answering {
  readonly request: SeenRequest;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** An adapter that plays a script and remembers every byte it was sent; its effects are counted here, never at the gateway. */
export interface StubAdapter {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** Requests other than discovery. */
  readonly calls: readonly SeenRequest[];
  /** What the stub does with a tool call; set anew by each test. */
  play(answer: (answering: Answering) => void): void;
  close(): Promise<void>;
}

export async function startStubAdapter(manifest: object): Promise<StubAdapter> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let answer = ({ response }: Answering): void => void response.writeHead(500).end();
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await readAll(incoming);
      seen.push(request);
      if (request.url === "/.well-known/agent-provider") respondJson(response, 200, manifest);
      else answer({ request, response, socket: incoming.socket });
    })();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => {
    server.listen(0, "127.0.0.1", ready);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    get calls() {
      return seen.filter(({ url }) => url !== "/.well-known/agent-provider");
    },
    play(script) {
      answer = script;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => {
        server.close(() => closed());
      });
    },
  };
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A manifest with a reading tool `thing.read` and a mutating one `thing.change`, both with a short deadline. */
export function toStubManifest(timeoutMs = 500): object {
  const parameters = {
    type: "object",
    properties: { reference: { type: "string", minLength: 1 }, qty: { type: "integer" } },
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
      { name: "thing.read", mutating: false, produces_evidence: ["entity"], timeout_ms: timeoutMs, parameters },
      {
        name: "thing.change",
        mutating: true,
        action: "thing.change",
        produces_evidence: ["action"],
        timeout_ms: timeoutMs,
        parameters,
      },
    ],
  };
}

/** A valid `succeeded` reply to a call of `thing.change`, made from what the gateway sent. */
export function toChangeReply({ headers }: SeenRequest, now = new Date()): object {
  const identity = { operation_id: headers["operation-id"], request_fingerprint: headers["request-fingerprint"] };
  const at = now.toISOString();
  return {
    status: "succeeded",
    text: "Changed.",
    evidence: [
      { id: "act", kind: "action", as_of: at, action: "thing.change", ...identity, result: "done", effected_at: at },
    ],
    receipt: {
      ...identity,
      action: "thing.change",
      recorded_at: at,
      expires_at: new Date(now.getTime() + 604_800_000).toISOString(),
    },
  };
}

/** A valid `succeeded` reply to a call of `thing.read`. */
export function toReadReply(now = new Date()): object {
  const entity = {
    id: "thing",
    kind: "entity",
    as_of: now.toISOString(),
    type: "thing",
    ref: "R-1",
    label: { en: "A thing" },
  };
  return { status: "succeeded", text: "Here it is.", evidence: [entity] };
}

async function readAll(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? "",
    url: incoming.url ?? "",
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}
