import type { Evidence } from "counterfoil/core";
import type { ContactWrite } from "./contacts.ts";
import type { CallOutcomeColumn } from "./operations.ts";
import type { Page, PageRequest } from "./page.ts";

/** One request of an agent to run one tool. */
export interface CallRecord {
  readonly workspaceId: string;
  readonly id: string;
  readonly conversationId: string;
  readonly turn: number;
  readonly connectionId: string;
  readonly toolName: string;
  readonly offeredName: string;
  readonly mutating: boolean;
  readonly operationId: string | null;
  /** True where the answer is an earlier operation's. */
  readonly replayed: boolean;
  /** Who called: the id of a workspace key or conversation token. */
  readonly callerId: string;
  readonly traceId: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Null while the call is under way. */
  readonly outcome: CallOutcomeColumn | null;
  readonly errorCategory: string | null;
  readonly errorCode: string | null;
}

/** A call at its beginning, with its sealed arguments. */
export interface NewCall {
  readonly record: Omit<CallRecord, "endedAt" | "outcome" | "errorCategory" | "errorCode">;
  readonly arguments: Uint8Array;
}

/** A call and all that came of it: a read, or a repeat of an operation. */
export interface FinishedCall {
  readonly record: CallRecord;
  readonly arguments: Uint8Array;
  readonly result: Uint8Array;
  readonly contactWrite: ContactWrite | null;
  readonly evidence: readonly Evidence[];
}

export interface CallBodies {
  readonly arguments: Uint8Array | null;
  readonly result: Uint8Array | null;
}

/** An evidence item with where it came from; addressed `call_id/evidence_id`. */
export interface EvidenceRecord {
  readonly callId: string;
  readonly conversationId: string;
  readonly turn: number;
  readonly operationId: string | null;
  readonly item: Evidence;
}

export interface CallFilter {
  readonly conversationId?: string;
  readonly operationId?: string;
  readonly outcome?: CallOutcomeColumn;
}

export interface CallStore {
  /** Call, sealed bodies, evidence and contact write in one unit. */
  recordFinished(call: FinishedCall): Promise<void>;
  find(workspaceId: string, callId: string): Promise<CallRecord | null>;
  bodies(workspaceId: string, callId: string): Promise<CallBodies | null>;
  evidence(workspaceId: string, callId: string): Promise<readonly EvidenceRecord[]>;
  list(workspaceId: string, filter: CallFilter, page: PageRequest): Promise<Page<CallRecord>>;
}
