import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecretKey, randomBytes } from "node:crypto";
import { createGateway } from "../apps/gateway/src/create-gateway.ts";
import type { Clock, Gateway } from "../apps/gateway/src/gateway.ts";
import { createHttpServer } from "../apps/gateway/src/inbound/http/server.ts";
import { parseAllowList } from "../apps/gateway/src/outbound/allow-list.ts";
import { systemRandom } from "../apps/gateway/src/secrets/random.ts";
import { openSqliteStore } from "../apps/gateway/src/store/create-store.ts";
import { createWorkspace } from "../apps/gateway/src/workspaces.ts";

/** A whole gateway on a real SQLite file and a real socket, with one workspace. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly origin: string;
  readonly workspaceId: string;
  readonly instanceKey: string;
  readonly adminKey: string;
  readonly appKey: string;
  readonly readKey: string;
  /** Every line the log got. */
  readonly log: readonly string[];
  readonly file: string;
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
  /** A tool call with the app key. */
  call(body: object, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  connectProvider(name: string, origin: string, credential: string): Promise<TestAnswer>;
  connectPack(name: string, pack: string, credential: string): Promise<TestAnswer>;
  converse(id: string, settings?: object): Promise<void>;
  close(): Promise<void>;
}

export interface RequestOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export const CONVERSATION = {
  subject: { channel: "whatsapp", id: "12025550142" },
  locale: "en-GB",
  timezone: "Europe/London",
  domainId: "cogwheel-cycles",
  partnerId: "riverside",
  phone: "12025550142",
  countryCode: "1",
  language: "en",
};

export async function startTestGateway(
  options: { readonly clock?: Clock; readonly folder?: string; readonly busyTimeoutMs?: number } = {},
): Promise<TestGateway> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "counterfoil-"));
  const file = join(folder, "counterfoil.sqlite");
  const log: string[] = [];
  const allowed = parseAllowList("127.0.0.1");
  if (!allowed.ok) throw new Error("the allow list of the tests is malformed");
  const store = await openSqliteStore({
    file,
    ...(options.busyTimeoutMs !== undefined && { busyTimeoutMs: options.busyTimeoutMs }),
  });
  const gateway = createGateway({
    store,
    masterKey: createSecretKey(randomBytes(32)),
    allowPrivateOrigins: allowed.value,
    logSink: { write: (line) => void log.push(line) },
    clock: options.clock ?? (() => new Date()),
    random: systemRandom,
  });
  const instanceKey = "instance-admin-key-of-the-tests";
  const app = await createHttpServer(gateway, { adminKey: instanceKey });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { workspace, adminKey } = await createWorkspace(gateway, "tests");
  const appKey = await gateway.keys.create(workspace.id, { name: "app", scope: "app" });
  const readKey = await gateway.keys.create(workspace.id, { name: "read", scope: "read" });
  const request = toRequest(origin, adminKey.key);
  return {
    gateway,
    origin,
    workspaceId: workspace.id,
    instanceKey,
    adminKey: adminKey.key,
    appKey: appKey.key,
    readKey: readKey.key,
    log,
    file,
    request,
    call: (body, headers = {}) => request("POST", "/v1/calls", { key: appKey.key, body, headers }),
    connectProvider: (name, adapterOrigin, credential) =>
      request("POST", "/v1/connections", { body: { name, contract: "provider", origin: adapterOrigin, credential } }),
    connectPack: (name, pack, credential) =>
      request("POST", "/v1/connections", { body: { name, contract: "domain-pack", pack, credential } }),
    async converse(id, settings = {}) {
      const answer = await request("PUT", `/v1/conversations/${id}`, { body: { ...CONVERSATION, ...settings } });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    async close() {
      await app.close();
      await gateway.running.idle(15_000);
      await gateway.client.close();
      await gateway.store.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toRequest(origin: string, adminKey: string): TestGateway["request"] {
  return async (method, path, { key = adminKey, body, rawBody, headers = {} } = {}) => {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text), text };
  };
}
