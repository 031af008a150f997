import Database from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { toProviderFingerprint } from "../core/fingerprint.ts";
import { readUlidTime } from "../core/identifier.ts";
import { isJsonObject } from "../core/json.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { memoryReceipts } from "../receipts/memory.ts";
import type { MemoryTransaction } from "../receipts/memory.ts";
import type { Receipts, SqlTransaction } from "../receipts/receipts.ts";
import { sqliteReceipts } from "../receipts/sqlite.ts";
import { createAdapter } from "./create-adapter.ts";
import type { Adapter, AdapterOptions } from "./create-adapter.ts";
import type { AdapterFault } from "./faults.ts";
import { defineAction } from "./define-action.ts";
import { defineTool } from "./define-tool.ts";
import { refused, transient } from "./handler-reply.ts";
import type { HandlerReply } from "./handler-reply.ts";
import type { ActionRequest, ToolDefinition } from "./tool-definition.ts";

/** The operation id of the contract's known answer; the clock of the tests stands a minute after it. */
export const OPERATION_ID = "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C";
export const NOW = new Date((readUlidTime(OPERATION_ID) ?? 0) + 60_000);
export const VERSION = "2026-09-01";
export const TOKEN = "CANARY-91bc";
export const SECRET = "CANARY-7f3a";
export const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
export const RETENTION_SECONDS = 30 * 86_400;
export const PRIVATE_TEXT = "password CANARY-b0dy of +12025550143";

export const CONTEXT = {
  workspace: "ws_42",
  conversation: "cv_1",
  turn: "3",
  subject: { channel: "whatsapp", id: "12025550142" },
  locale: "en-GB",
  timezone: "Asia/Dubai",
  current_time: "2026-11-09T10:00:00+04:00",
};

const modes = z.enum(["slow", "refuse", "transient", "throw", "bad-evidence", "bad-data", "deep-data"]).optional();

/** An adapter over one store, with what a test can see of it. */
export interface Desk {
  readonly adapter: Adapter;
  readonly faults: AdapterFault[];
  /** The tools whose handlers were reached. */
  readonly calls: readonly string[];
  /** The names of all business changes that were committed. */
  readonly changes: () => readonly string[];
  /** The same business and receipts behind another adapter, as after a deployment. */
  readonly redeploy: (options: Partial<DeskOptions>) => Adapter;
  readonly close: () => Promise<void>;
}

export interface DeskOptions {
  readonly contractVersion: string;
  readonly now: () => Date;
  /** Leaves `request.create` out. */
  readonly withoutCreate: boolean;
  /** Gives `request.create` another schema. */
  readonly renamed: boolean;
  readonly credentials: AdapterOptions<unknown>["credentials"];
}

export const STORES = ["memory", "sqlite"] as const;
export type Store = (typeof STORES)[number];

export function openDesk(store: Store, options: Partial<DeskOptions> = {}): Desk {
  return store === "memory" ? openMemoryDesk(options) : openSqliteDesk(options);
}

function openMemoryDesk(options: Partial<DeskOptions>): Desk {
  const rows: string[] = [];
  const receipts = memoryReceipts({ retentionSeconds: RETENTION_SECONDS });
  const change = (tx: MemoryTransaction, name: string): void => tx.onCommit(() => rows.push(name));
  return toDesk(receipts, change, () => rows, options);
}

export function openSqliteDesk(
  options: Partial<DeskOptions> = {},
  file = join(mkdtempSync(join(tmpdir(), "counterfoil-desk-")), "desk.db"),
): Desk {
  const business = new Database(file);
  business.exec("CREATE TABLE IF NOT EXISTS changes (name TEXT NOT NULL) STRICT");
  const receipts = sqliteReceipts(file, { retentionSeconds: RETENTION_SECONDS });
  const change = (tx: SqlTransaction, name: string): void => {
    tx.run("INSERT INTO changes (name) VALUES (?)", name);
  };
  const changes = () => business.prepare<[], string>("SELECT name FROM changes").pluck().all();
  const desk = toDesk(receipts, change, changes, options);
  return {
    ...desk,
    close: async () => {
      await desk.close();
      business.close();
      rmSync(dirname(file), { recursive: true });
    },
  };
}

function toDesk<Tx>(
  receipts: Receipts<Tx>,
  change: (tx: Tx, name: string) => void,
  changes: () => readonly string[],
  options: Partial<DeskOptions>,
): Desk {
  const faults: AdapterFault[] = [];
  const calls: string[] = [];
  const deploy = (over: Partial<DeskOptions>): Adapter => {
    const tools: readonly ToolDefinition<Tx>[] = [
      requestStatus(calls),
      ...(over.withoutCreate ? [] : [over.renamed ? renamedCreate(change) : requestCreate(change, calls)]),
      requestCancel(change),
    ];
    return createAdapter<Tx>({
      contractVersion: over.contractVersion ?? VERSION,
      languages: ["en", "ar"],
      credentials: over.credentials ?? [
        { scope: "platform", bearer: [TOKEN, "the-next-token"], apiKey: [SECRET] },
        { scope: "another", bearer: ["another-token"], apiKey: ["another-secret"] },
      ],
      receipts,
      tools,
      clock: over.now ?? (() => NOW),
      onFault: (fault) => void faults.push(fault),
    });
  };
  const adapter = deploy(options);
  return { adapter, faults, calls, changes, redeploy: deploy, close: () => adapter.close() };
}

function requestStatus(calls: string[]): ToolDefinition<unknown> {
  return defineTool("request.status", {
    input: z.strictObject({ reference: z.string().min(1).max(100), mode: modes }),
    evidence: ["entity"],
    timeoutMs: 100,
    run: async ({ input: { reference, mode }, signal }): Promise<HandlerReply> => {
      calls.push("request.status");
      if (mode === "throw") throw new Error(PRIVATE_TEXT);
      if (mode === "transient") return transient({ message: "The desk is closed for a moment.", retryAfterSeconds: 7 });
      if (mode === "refuse") return refuse(reference);
      if (mode === "bad-evidence") return { text: PRIVATE_TEXT };
      if (mode === "slow") await sleep(5000, undefined, { signal });
      const entity = { kind: "entity", id: "request", as_of: NOW.toISOString(), type: "request" } as const;
      return { text: `${reference} is open.`, evidence: [{ ...entity, ref: reference, label: { en: reference } }] };
    },
  });
}

const createInput = z.strictObject({
  service: z.string(),
  qty: z.int().min(1).optional(),
  note: z.string().optional(),
  mode: modes,
});

function requestCreate<Tx>(change: (tx: Tx, name: string) => void, calls: string[]): ToolDefinition<Tx> {
  return defineAction("request.create", {
    action: "request.create",
    input: createInput.refine(({ service }) => service !== "none", { path: ["service"], message: "Choose a service." }),
    timeoutMs: 5000,
    run: async ({ input, tx, signal }: ActionRequest<z.infer<typeof createInput>, Tx>): Promise<HandlerReply> => {
      const { service, mode } = input;
      calls.push("request.create");
      change(tx, service);
      if (mode === "slow") await sleep(1300);
      else await sleep(5, undefined, { signal });
      if (mode === "throw") throw new Error(PRIVATE_TEXT);
      if (mode === "transient") return transient({ message: "The desk is closed for a moment.", retryAfterSeconds: 7 });
      if (mode === "refuse") return refuse(service);
      if (mode === "bad-evidence") return { text: PRIVATE_TEXT, evidence: [{ ...COMPLETENESS }] };
      if (mode === "bad-data") return { text: "ok", data: { count: 2 ** 60 } };
      if (mode === "deep-data") return { text: "ok", data: nest(30) };
      return { text: `${service} is asked for.`, data: { service } };
    },
  });
}

function nest(depth: number): JsonValue {
  return depth === 0 ? "bottom" : [nest(depth - 1)];
}

/** Undeclared by `request.create`. */
const COMPLETENESS = {
  kind: "completeness",
  id: "all",
  as_of: NOW.toISOString(),
  collection: "request",
  query: {},
  returned: 0,
  complete: true,
} as const;

function renamedCreate<Tx>(change: (tx: Tx, name: string) => void): ToolDefinition<Tx> {
  return defineAction<{ readonly kind: string }, Tx>("request.create", {
    action: "request.create",
    input: z.strictObject({ kind: z.string() }),
    timeoutMs: 5000,
    run: ({ input, tx }) => {
      change(tx, input.kind);
      return { text: "new" };
    },
  });
}

function requestCancel<Tx>(change: (tx: Tx, name: string) => void): ToolDefinition<Tx> {
  return defineAction<Tx>("request.cancel", {
    action: "request.cancel",
    input: { type: "object", properties: {}, additionalProperties: false },
    timeoutMs: 5000,
    run: ({ tx }) => {
      change(tx, "cancel");
      return { text: "Cancelled." };
    },
  });
}

function refuse(what: string): HandlerReply {
  return refused({
    category: "business",
    code: "not_offered",
    message: `${what} is not offered today. Ask for another.`,
    partialResults: { offered: ["brake-service"] },
  });
}

/** How a provider call differs from a good one of `request.create`. Null leaves a header out. */
export interface CallChange {
  readonly tool?: string;
  readonly arguments?: JsonValue;
  readonly context?: Partial<typeof CONTEXT>;
  readonly operationId?: string | null;
  readonly fingerprint?: string | null;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | ReadableStream<Uint8Array>;
  readonly method?: string;
}

export const ARGUMENTS = { note: "café موعد", qty: 1, service: "brake-service" };

export function toCall(change: CallChange = {}): Request {
  const { tool = "request.create", arguments: args = ARGUMENTS, method = "POST" } = change;
  const { operationId = OPERATION_ID } = change;
  const context = { ...CONTEXT, ...change.context };
  const fingerprint = change.fingerprint === undefined ? toFingerprint(change) : change.fingerprint;
  const headers = toHeaders({
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    "contract-version": VERSION,
    "trace-id": TRACE_ID,
    "operation-id": operationId,
    "request-fingerprint": fingerprint,
    ...change.headers,
  });
  const body = method === "GET" ? null : (change.body ?? JSON.stringify({ arguments: args, context }));
  return new Request(`http://desk.test/tools/${tool}`, { method, headers, body, duplex: "half" });
}

export function toFingerprint(change: CallChange = {}): string {
  const { workspace, subject } = { ...CONTEXT, ...change.context };
  const { arguments: args = ARGUMENTS } = change;
  const version = change.headers?.["contract-version"];
  return toProviderFingerprint({
    workspace,
    subject,
    tool: change.tool ?? "request.create",
    contractVersion: version === undefined ? VERSION : (version ?? ""),
    operationId: change.operationId ?? OPERATION_ID,
    arguments: isJsonObject(args) ? args : {},
  });
}

function toHeaders(headers: Readonly<Record<string, string | null>>): Headers {
  return new Headers(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export function toLookup(change: CallChange & { readonly suffix?: string } = {}): Request {
  const { operationId = OPERATION_ID, suffix = "", fingerprint = toFingerprint(change) } = change;
  const headers = { authorization: `Bearer ${TOKEN}`, "request-fingerprint": fingerprint, ...change.headers };
  const method = change.method ?? (suffix === "/void" ? "POST" : "GET");
  return new Request(`http://desk.test/receipts/${operationId}${suffix}`, { method, headers: toHeaders(headers) });
}

export function toExecute(
  toolName: string,
  parameters: JsonValue,
  change: { readonly context?: JsonObject; readonly headers?: Readonly<Record<string, string | null>> } = {},
): Request {
  const context = { domainId: "desk", partnerId: "riverside", phone: "12025550142", ...change.context };
  const headers = toHeaders({ "x-api-key": SECRET, "content-type": "application/json", ...change.headers });
  const body = JSON.stringify({ toolName, parameters, context });
  return new Request("http://desk.test/v1/tools/execute", { method: "POST", headers, body });
}

/** Everything of an answer that a test may look at. */
export async function read(response: Response) {
  const text = await response.text();
  const body = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: Object.fromEntries(response.headers), text, body };
}
