import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects.ts";
import { createTable, type TableShape } from "./create-table.ts";

const TABLES: Readonly<Record<string, TableShape>> = {
  workspaces: {
    columns: { id: "text", name: "text", wrapped_key: "bytes", created_at: "integer" },
    primaryKey: ["id"],
  },
  workspace_keys: {
    columns: {
      workspace_id: "text",
      id: "text",
      name: "text",
      scope: "text",
      hash: "text",
      hint: "text",
      created_at: "integer",
      last_used_at: "integer?",
      revoked_at: "integer?",
    },
    primaryKey: ["workspace_id", "id"],
  },
  conversation_tokens: {
    columns: {
      workspace_id: "text",
      id: "text",
      conversation_id: "text",
      hash: "text",
      created_at: "integer",
      expires_at: "integer",
    },
    primaryKey: ["workspace_id", "id"],
  },
  connections: {
    columns: {
      workspace_id: "text",
      id: "text",
      name: "text",
      contract: "text",
      origin: "text",
      sealed_credential: "bytes?",
      credential_version: "integer",
      created_at: "integer",
      updated_at: "integer",
    },
    primaryKey: ["workspace_id", "id"],
  },
  connection_documents: {
    columns: {
      workspace_id: "text",
      connection_id: "text",
      version: "integer",
      body: "bytes",
      hash: "text",
      etag: "text?",
      status: "text",
      read_at: "integer",
    },
    primaryKey: ["workspace_id", "connection_id", "version"],
    owner: { table: "connections", column: "connection_id" },
  },
  offered_names: {
    columns: { workspace_id: "text", name: "text", connection_id: "text", tool_name: "text" },
    primaryKey: ["workspace_id", "name"],
  },
  conversations: {
    columns: {
      workspace_id: "text",
      id: "text",
      subject_channel: "text",
      subject_id: "text",
      locale: "text",
      timezone: "text",
      domain_id: "text?",
      partner_id: "text?",
      phone: "text?",
      contact_id: "text?",
      country_code: "text?",
      language: "text?",
      created_at: "integer",
      updated_at: "integer",
      turn_number: "integer",
      turn_explicit: "integer",
      turn_opened_at: "integer",
      turn_last_call_at: "integer",
    },
    primaryKey: ["workspace_id", "id"],
  },
  contact_items: {
    columns: {
      workspace_id: "text",
      domain_id: "text",
      contact_key: "text",
      conversation_id: "text",
      kind: "text",
      name_hash: "text",
      name: "text",
      value: "text",
      call_id: "text",
      place: "integer",
      first_call_id: "text",
      first_place: "integer",
      turn: "integer",
      written_at: "integer",
    },
    primaryKey: ["workspace_id", "domain_id", "contact_key", "conversation_id", "kind", "name_hash"],
  },
  operations: {
    columns: {
      workspace_id: "text",
      id: "text",
      conversation_id: "text",
      turn: "integer",
      connection_id: "text",
      tool_name: "text",
      action: "text",
      fingerprint: "text",
      intent_hash: "text",
      open_intent: "text?",
      state: "text",
      unresolved: "integer",
      revision: "integer",
      call_id: "text",
      origin: "text",
      credential_version: "integer",
      contract_version: "text?",
      deadline_at: "integer",
      created_at: "integer",
      settled_at: "integer?",
    },
    primaryKey: ["workspace_id", "id"],
  },
  operation_bodies: {
    columns: { workspace_id: "text", operation_id: "text", request: "bytes", result: "bytes?" },
    primaryKey: ["workspace_id", "operation_id"],
    owner: { table: "operations", column: "operation_id" },
  },
  attempts: {
    columns: {
      workspace_id: "text",
      operation_id: "text",
      number: "integer",
      instance_id: "text",
      trace_id: "text",
      started_at: "integer",
      phase: "text",
      end: "text?",
      ended_at: "integer?",
      status: "integer?",
      reason: "text?",
    },
    primaryKey: ["workspace_id", "operation_id", "number"],
    owner: { table: "operations", column: "operation_id" },
  },
  idempotency_keys: {
    columns: { workspace_id: "text", scope: "text", key: "text", operation_id: "text" },
    primaryKey: ["workspace_id", "scope", "key"],
  },
  calls: {
    columns: {
      workspace_id: "text",
      id: "text",
      conversation_id: "text",
      turn: "integer",
      connection_id: "text",
      tool_name: "text",
      offered_name: "text",
      mutating: "integer",
      operation_id: "text?",
      replayed: "integer",
      caller_id: "text",
      trace_id: "text",
      started_at: "integer",
      ended_at: "integer?",
      outcome: "text?",
      error_category: "text?",
      error_code: "text?",
    },
    primaryKey: ["workspace_id", "id"],
  },
  call_bodies: {
    columns: { workspace_id: "text", call_id: "text", arguments: "bytes?", result: "bytes?" },
    primaryKey: ["workspace_id", "call_id"],
  },
  evidence: {
    columns: {
      workspace_id: "text",
      call_id: "text",
      id: "text",
      place: "integer",
      conversation_id: "text",
      turn: "integer",
      operation_id: "text?",
      item: "text",
    },
    primaryKey: ["workspace_id", "call_id", "id"],
  },
  events: {
    columns: {
      workspace_id: "text",
      position: "counter",
      number: "integer?",
      type: "text",
      conversation_id: "text",
      call_id: "text?",
      operation_id: "text?",
      status: "text",
      at: "integer",
    },
    primaryKey: ["workspace_id", "position"],
  },
  event_counters: {
    columns: { workspace_id: "text", last_number: "integer" },
    primaryKey: ["workspace_id"],
  },
  write_checks: {
    columns: { id: "integer", checked_at: "integer" },
    primaryKey: ["id"],
  },
};

export async function createInitialTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const [name, shape] of Object.entries(TABLES)) await createTable(db, dialect, name, shape);
  await createUniqueIndexes(db);
  await createLookupIndexes(db);
}

/** What must exist once; races between processes are decided here. */
async function createUniqueIndexes(db: Kysely<unknown>): Promise<void> {
  const unique = (name: string) => db.schema.createIndex(name).unique();
  await unique("workspace_keys_hash").on("workspace_keys").column("hash").execute();
  await unique("conversation_tokens_hash").on("conversation_tokens").column("hash").execute();
  await unique("connections_name").on("connections").columns(["workspace_id", "name"]).execute();
  await unique("connection_documents_serving")
    .on("connection_documents")
    .columns(["workspace_id", "connection_id"])
    .where(sql.ref("status"), "=", "serving")
    .execute();
  await unique("connection_documents_held")
    .on("connection_documents")
    .columns(["workspace_id", "connection_id"])
    .where(sql.ref("status"), "=", "held")
    .execute();
  await unique("operations_open_intent")
    .on("operations")
    .columns(["workspace_id", "conversation_id", "open_intent"])
    .execute();
  await unique("events_number").on("events").columns(["workspace_id", "number"]).execute();
}

async function createLookupIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(name);
  await index("conversation_tokens_expiry").on("conversation_tokens").column("expires_at").execute();
  await index("conversations_age").on("conversations").columns(["workspace_id", "created_at", "id"]).execute();
  await index("operations_turn").on("operations").columns(["workspace_id", "conversation_id", "turn", "id"]).execute();
  await index("operations_state").on("operations").columns(["workspace_id", "state", "id"]).execute();
  await index("operations_unfinished")
    .on("operations")
    .columns(["workspace_id", "connection_id"])
    .where(sql.ref("state"), "in", ["prepared", "sent", "unknown"])
    .execute();
  await index("operations_unknown")
    .on("operations")
    .columns(["id", "workspace_id"])
    .where(sql.ref("state"), "=", "unknown")
    .execute();
  await index("calls_conversation").on("calls").columns(["workspace_id", "conversation_id", "id"]).execute();
  await index("calls_operation")
    .on("calls")
    .columns(["workspace_id", "operation_id", "id"])
    .where(sql.ref("operation_id"), "is not", null)
    .execute();
  await index("events_unnumbered")
    .on("events")
    .columns(["workspace_id", "position"])
    .where(sql.ref("number"), "is", null)
    .execute();
}
