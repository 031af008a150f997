import type { AttemptEnd, AttemptPhase, Evidence, OperationState } from "counterfoil/core";
import type { NewCall } from "./calls.ts";
import type { ContactWrite } from "./contacts.ts";
import type { Page, PageRequest } from "./page.ts";

/** One intended business change, as the gateway keeps it. */
export interface OperationRecord {
  readonly workspaceId: string;
  readonly id: string;
  readonly conversationId: string;
  readonly turn: number;
  readonly connectionId: string;
  readonly toolName: string;
  readonly action: string;
  readonly fingerprint: string;
  /** SHA-256 over tool, subject and arguments, hex: equal for equal intents. */
  readonly intentHash: string;
  readonly state: OperationState;
  readonly unresolved: boolean;
  /** Counts up with every change; a change is made only on the revision it was decided on. */
  readonly revision: number;
  /** The call that brought it about. */
  readonly callId: string;
  readonly origin: string;
  readonly credentialVersion: number;
  readonly contractVersion: string | null;
  readonly deadlineAt: Date;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  readonly attempts: readonly AttemptRecord[];
}

/** One try to get the request through. */
export interface AttemptRecord {
  readonly number: number;
  /** The gateway process that made it. */
  readonly instanceId: string;
  readonly traceId: string;
  readonly startedAt: Date;
  readonly phase: AttemptPhase;
  readonly end: AttemptEnd | null;
  readonly endedAt: Date | null;
  /** HTTP status, where one came. */
  readonly status: number | null;
  /** One word for operators, such as `timeout`. */
  readonly reason: string | null;
}

/** What is kept of an operation in sealed form. */
export interface OperationBodies {
  /** Path, contract headers and body, exactly as sent and as they would be sent again. */
  readonly request: Uint8Array;
  /** What the agent was told, to tell it again; null while open. */
  readonly result: Uint8Array | null;
}

export interface IdempotencyKey {
  /** Keys with equal texts in different scopes are different keys. */
  readonly scope: string;
  readonly key: string;
}

export interface RecordIntentParams {
  readonly operation: Omit<OperationRecord, "revision" | "settledAt" | "attempts" | "state" | "unresolved">;
  readonly firstAttempt: Pick<AttemptRecord, "instanceId" | "traceId" | "startedAt">;
  readonly request: Uint8Array;
  readonly call: NewCall;
  readonly idempotencyKey: IdempotencyKey | null;
  /** False where the application insists on a new change although an equal one is open: repeats attach to the new one from then on. */
  readonly attachable: boolean;
}

export type RecordIntentResult =
  /** Durable, first attempt started: state `sent`. */
  | { readonly kind: "recorded"; readonly operation: OperationRecord }
  /**
   * The idempotency key or an open equal intent belongs to this operation; nothing was recorded but that the key now names it. It is
   * the very operation asked for where an earlier try had committed without the caller learning of it.
   */
  | { readonly kind: "existing"; readonly operation: OperationRecord };

export interface SettleParams {
  readonly workspaceId: string;
  readonly operationId: string;
  /** The revision the decision was made on. */
  readonly revision: number;
  readonly state: OperationState;
  readonly unresolved: boolean;
  /** The attempt this settles, with how it ended; null where the truth came from elsewhere. */
  readonly attempt: Pick<AttemptRecord, "number" | "phase" | "end" | "status" | "reason"> | null;
  readonly result: Uint8Array;
  /** The call that was waiting and is ended with the same unit; null where none waits. */
  readonly call: {
    readonly id: string;
    readonly outcome: CallOutcomeColumn;
    readonly errorCategory: string | null;
    readonly errorCode: string | null;
    readonly result: Uint8Array;
  } | null;
  readonly contactWrite: ContactWrite | null;
  readonly evidence: readonly Evidence[];
  readonly at: Date;
}

export interface StartAttemptParams {
  readonly workspaceId: string;
  readonly operationId: string;
  /** The revision the decision was made on. */
  readonly revision: number;
  readonly attempt: Pick<AttemptRecord, "instanceId" | "traceId" | "startedAt">;
}

export interface DetachUnknownParams {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly connectionId: string;
  readonly readStartedAt: Date;
}

/** The operation after the change, or `stale` where it has moved on: read again and decide anew. */
export type ChangeResult =
  | { readonly kind: "changed"; readonly operation: OperationRecord }
  | { readonly kind: "stale" };

export type CallOutcomeColumn = "succeeded" | "refused" | "failed" | "unknown";

export interface OperationFilter {
  readonly state?: OperationState;
  readonly unresolved?: boolean;
  readonly conversationId?: string;
  readonly connectionId?: string;
}

export interface OperationStore {
  /** Operation, first attempt, call, sealed request and key in one durable commit, before a byte is sent. `not_found` without the connection. */
  recordIntent(params: RecordIntentParams): Promise<RecordIntentResult>;
  /**
   * A further attempt, durable before its first byte is sent: makes a `prepared` operation `sent`, leaves an `unknown` one as it is.
   * `stale` too where an attempt is in flight or the operation has its outcome.
   */
  startAttempt(params: StartAttemptParams): Promise<ChangeResult>;
  /**
   * Everything an answer brings in one unit: its evidence belongs to the turn the conversation is in by then. `stale` where the revision
   * has moved on or the operation has its outcome, which never changes: read again and decide anew.
   */
  settle(
    params: SettleParams,
  ): Promise<{ readonly kind: "settled"; readonly operation: OperationRecord } | { readonly kind: "stale" }>;
  find(workspaceId: string, operationId: string): Promise<OperationRecord | null>;
  bodies(workspaceId: string, operationId: string): Promise<OperationBodies | null>;
  findByIdempotencyKey(workspaceId: string, key: IdempotencyKey): Promise<OperationRecord | null>;
  /** Gives the key to an operation that a repeat attached to, so that it names that one from now on; changes nothing where it is taken. */
  bindIdempotencyKey(workspaceId: string, key: IdempotencyKey, operationId: string): Promise<void>;
  /** The operation of an equal intent that is open or unknown in the conversation; where the application insisted on several, the newest. */
  findOpenIntent(workspaceId: string, conversationId: string, intentHash: string): Promise<OperationRecord | null>;
  /** The last operation that the conversation began in the turn. */
  findLastOfTurn(workspaceId: string, conversationId: string, turn: number): Promise<OperationRecord | null>;
  list(workspaceId: string, filter: OperationFilter, page: PageRequest): Promise<Page<OperationRecord>>;
  /**
   * After a successful read on the connection: operations of the conversation there that were unknown when it began no longer attach
   * repeats. What became unknown since, the read may not have seen.
   */
  detachUnknown(params: DetachUnknownParams): Promise<void>;
  /** Unknown operations that are not flagged unresolved, over all workspaces, oldest first; for the reconciler. */
  listUnknown(page: PageRequest): Promise<Page<OperationRecord>>;
  /** Every operation without its outcome and with an attempt that a gone instance left open, over all workspaces; for recovery at start. */
  listAbandoned(liveInstanceIds: readonly string[], limit: number): Promise<readonly OperationRecord[]>;
}
