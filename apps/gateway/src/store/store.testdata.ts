import type { Evidence } from "counterfoil/core";
import { monotonicFactory } from "ulid";
import type { FinishedCall } from "./calls.ts";
import type { Connection, ConnectionDocument } from "./connections.ts";
import type { ContactAddress, ContactWrite } from "./contacts.ts";
import type { Conversation } from "./conversations.ts";
import type { WorkspaceKey } from "./keys.ts";
import type { OperationRecord, RecordIntentParams, SettleParams } from "./operations.ts";

const nextUlid = monotonicFactory();

/** Sorts in the order of making. */
export function id(prefix: string): string {
  return `${prefix}_${nextUlid()}`;
}

export const NOW = new Date("2026-11-09T09:30:00.123Z");

export function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

export function bytes(of: string): Uint8Array {
  return new TextEncoder().encode(of);
}

export function text(of: Uint8Array | null | undefined): string | null {
  return of ? new TextDecoder().decode(of) : null;
}

export function workspaceKey(workspaceId: string, change: Partial<WorkspaceKey> = {}): WorkspaceKey {
  const keyId = id("key");
  return {
    workspaceId,
    id: keyId,
    name: "ci",
    scope: "app",
    hash: `hash of ${keyId}`,
    hint: "cf_live_ab",
    createdAt: NOW,
    lastUsedAt: null,
    revokedAt: null,
    ...change,
  };
}

export function connection(workspaceId: string, change: Partial<Connection> = {}): Connection {
  const connectionId = change.id ?? id("conn");
  return {
    workspaceId,
    id: connectionId,
    name: `desk ${connectionId}`,
    contract: "provider",
    origin: "https://adapter.example",
    sealedCredential: bytes("sealed"),
    credentialVersion: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

export function document(
  workspaceId: string,
  connectionId: string,
  change: Partial<ConnectionDocument> = {},
): ConnectionDocument {
  return {
    workspaceId,
    connectionId,
    version: 1,
    body: bytes("{}"),
    hash: "44136fa3",
    etag: null,
    status: "serving",
    readAt: NOW,
    ...change,
  };
}

export function conversation(workspaceId: string, change: Partial<Conversation> = {}): Conversation {
  return {
    workspaceId,
    id: id("conv"),
    subjectChannel: "whatsapp",
    subjectId: "12025550142",
    locale: "en",
    timezone: "Europe/London",
    domainId: "cogwheel-cycles",
    partnerId: "riverside",
    phone: "12025550142",
    contactId: null,
    countryCode: "1",
    language: "en",
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

/** Where operations and calls happen. */
export interface Place {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly conversationId: string;
}

type Intent = RecordIntentParams["operation"];

export function intent(
  place: Place,
  change: Partial<Omit<RecordIntentParams, "operation">> & { readonly operation?: Partial<Intent> } = {},
): RecordIntentParams {
  const operationId = change.operation?.id ?? id("op");
  const callId = change.operation?.callId ?? id("call");
  const { workspaceId, connectionId, conversationId } = place;
  const operation: Intent = {
    workspaceId,
    id: operationId,
    conversationId,
    turn: 1,
    connectionId,
    toolName: "request.create",
    action: "request.create",
    fingerprint: `v1=:${operationId}:`,
    intentHash: `intent ${operationId}`,
    callId,
    origin: "https://adapter.example",
    credentialVersion: 1,
    contractVersion: "2026-09-01",
    deadlineAt: later(5000),
    createdAt: NOW,
    ...change.operation,
  };
  return {
    firstAttempt: { instanceId: "inst_1", traceId: "trace-1", startedAt: NOW },
    request: bytes(`request ${operationId}`),
    call: {
      record: {
        workspaceId,
        id: callId,
        conversationId,
        turn: operation.turn,
        connectionId,
        toolName: operation.toolName,
        offeredName: "request_create",
        mutating: true,
        operationId,
        replayed: false,
        callerId: "key_1",
        traceId: "trace-1",
        startedAt: NOW,
      },
      arguments: bytes(`arguments ${callId}`),
    },
    idempotencyKey: null,
    attachable: true,
    ...change,
    operation,
  };
}

export function settlement(operation: OperationRecord, change: Partial<SettleParams> = {}): SettleParams {
  return {
    workspaceId: operation.workspaceId,
    operationId: operation.id,
    revision: operation.revision,
    state: "succeeded",
    unresolved: false,
    attempt: { number: 1, phase: "after_headers", end: "answered", status: 200, reason: null },
    result: bytes("told"),
    call: {
      id: operation.callId,
      outcome: "succeeded",
      errorCategory: null,
      errorCode: null,
      result: bytes("call told"),
    },
    contactWrite: null,
    evidence: [],
    at: later(800),
    ...change,
  };
}

export const UNKNOWN = {
  state: "unknown",
  attempt: { number: 1, phase: "after_send", end: "uncertain", status: null, reason: "timeout" },
} as const satisfies Partial<SettleParams>;

export function entity(evidenceId: string): Evidence {
  return {
    id: evidenceId,
    kind: "entity",
    as_of: "2026-11-09T09:30:00Z",
    type: "request",
    ref: "R-1",
    label: { und: "R-1" },
  };
}

export function finishedCall(
  place: Place,
  change: Partial<Omit<FinishedCall, "record">> & { readonly record?: Partial<FinishedCall["record"]> } = {},
): FinishedCall {
  return {
    arguments: bytes("arguments"),
    result: bytes("result"),
    contactWrite: null,
    evidence: [],
    ...change,
    record: {
      ...place,
      id: id("call"),
      turn: 1,
      toolName: "request.status",
      offeredName: "request_status",
      mutating: false,
      operationId: null,
      replayed: false,
      callerId: "key_1",
      traceId: "trace-1",
      startedAt: NOW,
      endedAt: later(20),
      outcome: "succeeded",
      errorCategory: null,
      errorCode: null,
      ...change.record,
    },
  };
}

export function contactWrite(
  address: ContactAddress,
  callId: string,
  update: Partial<ContactWrite["update"]>,
): ContactWrite {
  return { address, update: { isTemporary: false, entries: [], facts: {}, ...update }, callId, turn: 1, at: NOW };
}
