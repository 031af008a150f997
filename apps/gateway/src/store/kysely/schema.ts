import type { GeneratedAlways } from "kysely";
import type { AttemptEnd, AttemptPhase, OperationState } from "counterfoil/core";
import type { ContractName } from "counterfoil/contracts";
import type { ConnectionDocument } from "../connections.ts";
import type { EventType } from "../events.ts";
import type { KeyScope } from "../keys.ts";
import type { CallOutcomeColumn } from "../operations.ts";

/** Integer epoch milliseconds. */
type Instant = number;
type Flag = 0 | 1;

/** The tables as both databases give their rows: the migrations make them, nothing else does. */
export interface Schema {
  readonly workspaces: WorkspaceTable;
  readonly workspace_keys: WorkspaceKeyTable;
  readonly conversation_tokens: ConversationTokenTable;
  readonly connections: ConnectionTable;
  readonly connection_documents: ConnectionDocumentTable;
  readonly offered_names: OfferedNameTable;
  readonly conversations: ConversationTable;
  readonly contact_items: ContactItemTable;
  readonly operations: OperationTable;
  readonly operation_bodies: OperationBodyTable;
  readonly attempts: AttemptTable;
  readonly idempotency_keys: IdempotencyKeyTable;
  readonly calls: CallTable;
  readonly call_bodies: CallBodyTable;
  readonly evidence: EvidenceTable;
  readonly events: EventTable;
  readonly event_counters: EventCounterTable;
  readonly write_checks: WriteCheckTable;
}

export interface WorkspaceTable {
  readonly id: string;
  readonly name: string;
  readonly wrapped_key: Uint8Array;
  readonly created_at: Instant;
}

export interface WorkspaceKeyTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly hash: string;
  readonly hint: string;
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
  readonly revoked_at: Instant | null;
}

export interface ConversationTokenTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly conversation_id: string;
  readonly hash: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

export interface ConnectionTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly contract: ContractName;
  readonly origin: string;
  readonly sealed_credential: Uint8Array | null;
  readonly credential_version: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface ConnectionDocumentTable {
  readonly workspace_id: string;
  readonly connection_id: string;
  readonly version: number;
  readonly body: Uint8Array;
  readonly hash: string;
  readonly etag: string | null;
  readonly status: ConnectionDocument["status"];
  readonly read_at: Instant;
}

export interface OfferedNameTable {
  readonly workspace_id: string;
  readonly name: string;
  readonly connection_id: string;
  readonly tool_name: string;
}

/** A conversation with its present turn; `turn_number` is 0 before the first. */
export interface ConversationTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly subject_channel: string;
  readonly subject_id: string;
  readonly locale: string;
  readonly timezone: string;
  readonly domain_id: string | null;
  readonly partner_id: string | null;
  readonly phone: string | null;
  readonly contact_id: string | null;
  readonly country_code: string | null;
  readonly language: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly turn_number: number;
  readonly turn_explicit: Flag;
  readonly turn_opened_at: Instant;
  readonly turn_last_call_at: Instant;
}

/** One entry or fact of a contact, as the call that was sent last wrote it; a null value is kept, so that late writes cannot undo it. */
export interface ContactItemTable {
  readonly workspace_id: string;
  readonly domain_id: string;
  readonly contact_key: string;
  /** Empty for durable items. */
  readonly conversation_id: string;
  readonly kind: "entry" | "fact";
  /** SHA-256 of the name, hex: names are too long for an index. */
  readonly name_hash: string;
  /** JSON text, which holds every character that Postgres text refuses. */
  readonly name: string;
  /** JSON text. */
  readonly value: string;
  readonly call_id: string;
  /** Place within the call's update. */
  readonly place: number;
  readonly first_call_id: string;
  readonly first_place: number;
  readonly turn: number;
  readonly written_at: Instant;
}

export interface OperationTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly conversation_id: string;
  readonly turn: number;
  readonly connection_id: string;
  readonly tool_name: string;
  readonly action: string;
  readonly fingerprint: string;
  readonly intent_hash: string;
  /** The intent hash while equal intents attach; unique in the conversation. */
  readonly open_intent: string | null;
  readonly state: OperationState;
  readonly unresolved: Flag;
  readonly revision: number;
  readonly call_id: string;
  readonly origin: string;
  readonly credential_version: number;
  readonly contract_version: string | null;
  readonly deadline_at: Instant;
  readonly created_at: Instant;
  readonly settled_at: Instant | null;
}

export interface OperationBodyTable {
  readonly workspace_id: string;
  readonly operation_id: string;
  readonly request: Uint8Array;
  readonly result: Uint8Array | null;
}

export interface AttemptTable {
  readonly workspace_id: string;
  readonly operation_id: string;
  readonly number: number;
  readonly instance_id: string;
  readonly trace_id: string;
  readonly started_at: Instant;
  readonly phase: AttemptPhase;
  readonly end: AttemptEnd | null;
  readonly ended_at: Instant | null;
  readonly status: number | null;
  readonly reason: string | null;
}

export interface IdempotencyKeyTable {
  readonly workspace_id: string;
  readonly scope: string;
  readonly key: string;
  readonly operation_id: string;
}

export interface CallTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly conversation_id: string;
  readonly turn: number;
  readonly connection_id: string;
  readonly tool_name: string;
  readonly offered_name: string;
  readonly mutating: Flag;
  readonly operation_id: string | null;
  readonly replayed: Flag;
  readonly caller_id: string;
  readonly trace_id: string;
  readonly started_at: Instant;
  readonly ended_at: Instant | null;
  readonly outcome: CallOutcomeColumn | null;
  readonly error_category: string | null;
  readonly error_code: string | null;
}

export interface CallBodyTable {
  readonly workspace_id: string;
  readonly call_id: string;
  readonly arguments: Uint8Array | null;
  readonly result: Uint8Array | null;
}

export interface EvidenceTable {
  readonly workspace_id: string;
  readonly call_id: string;
  readonly id: string;
  readonly place: number;
  readonly conversation_id: string;
  readonly turn: number;
  readonly operation_id: string | null;
  /** JSON text. */
  readonly item: string;
}

export interface EventTable {
  readonly workspace_id: string;
  /** Order of writing, which on Postgres is not the order of commits. */
  readonly position: GeneratedAlways<number>;
  /** Order of reading, given when the event is first read. */
  readonly number: number | null;
  readonly type: EventType;
  readonly conversation_id: string;
  readonly call_id: string | null;
  readonly operation_id: string | null;
  readonly status: string;
  readonly at: Instant;
}

export interface EventCounterTable {
  readonly workspace_id: string;
  readonly last_number: number;
}

export interface WriteCheckTable {
  readonly id: number;
  readonly checked_at: Instant;
}
