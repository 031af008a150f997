import type { Evidence } from "counterfoil/core";
import type { CallRecord, CallStore, EvidenceRecord, FinishedCall, NewCall } from "../calls.ts";
import { toDate, toFlag, toInstant } from "./columns.ts";
import { applyContactWrite } from "./contacts.ts";
import type { Database, Queries } from "./database.ts";
import { appendEvents } from "./events.ts";
import { toPage, toPosition } from "./paging.ts";
import type { CallTable, EvidenceTable } from "./schema.ts";

export function createCallStore({ read, write }: Database): CallStore {
  return {
    recordFinished: (call) => write((db) => recordFinished(db, call)),
    async find(workspaceId, callId) {
      const row = await read((db) => selectCalls(db, workspaceId).where("id", "=", callId).executeTakeFirst());
      return row === undefined ? null : toCall(row);
    },
    async bodies(workspaceId, callId) {
      const row = await read((db) =>
        db
          .selectFrom("call_bodies")
          .select(["arguments", "result"])
          .where("workspace_id", "=", workspaceId)
          .where("call_id", "=", callId)
          .executeTakeFirst(),
      );
      return row ?? null;
    },
    async evidence(workspaceId, callId) {
      const rows = await read((db) =>
        db
          .selectFrom("evidence")
          .selectAll()
          .where("workspace_id", "=", workspaceId)
          .where("call_id", "=", callId)
          .orderBy("place")
          .execute(),
      );
      return rows.map((row) => toEvidence(row));
    },
    async list(workspaceId, filter, page) {
      const position = toPosition("calls", page);
      const rows = await read((db) => {
        let newest = selectCalls(db, workspaceId)
          .orderBy("id", "desc")
          .limit(page.limit + 1);
        if (filter.conversationId !== undefined) newest = newest.where("conversation_id", "=", filter.conversationId);
        if (filter.operationId !== undefined) newest = newest.where("operation_id", "=", filter.operationId);
        if (filter.outcome !== undefined) newest = newest.where("outcome", "=", filter.outcome);
        return (position === null ? newest : newest.where("id", "<", position)).execute();
      });
      return toPage("calls", rows, page, toCall);
    },
  };
}

function selectCalls(db: Queries, workspaceId: string) {
  return db.selectFrom("calls").selectAll().where("workspace_id", "=", workspaceId);
}

/** A call that is there already was recorded by an earlier try whose commit the caller did not learn of. */
async function recordFinished(db: Queries, call: FinishedCall): Promise<void> {
  const { record } = call;
  if (!(await insertCall(db, record, call.arguments, call.result))) return;
  if (call.contactWrite !== null) await applyContactWrite(db, call.contactWrite);
  await insertEvidence(db, { ...record, callId: record.id }, call.evidence);
  await appendEvents(db, [
    {
      workspaceId: record.workspaceId,
      type: "call.ended",
      conversationId: record.conversationId,
      callId: record.id,
      operationId: record.operationId,
      status: record.outcome ?? "started",
      at: record.endedAt ?? record.startedAt,
    },
  ]);
}

export async function insertNewCall(db: Queries, call: NewCall): Promise<void> {
  const record = { ...call.record, endedAt: null, outcome: null, errorCategory: null, errorCode: null };
  await insertCall(db, record, call.arguments, null);
}

async function insertCall(
  db: Queries,
  record: CallRecord,
  argumentBytes: Uint8Array,
  result: Uint8Array | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("calls")
    .values(toRow(record))
    .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await db
    .insertInto("call_bodies")
    .values({ workspace_id: record.workspaceId, call_id: record.id, arguments: argumentBytes, result })
    .execute();
  return true;
}

type EvidenceOrigin = Omit<EvidenceRecord, "item"> & { readonly workspaceId: string };

/** Items that are there already stay as they are. */
export async function insertEvidence(db: Queries, origin: EvidenceOrigin, items: readonly Evidence[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item, place) => ({
    workspace_id: origin.workspaceId,
    call_id: origin.callId,
    id: item.id,
    place,
    conversation_id: origin.conversationId,
    turn: origin.turn,
    operation_id: origin.operationId,
    item: JSON.stringify(item),
  }));
  await db
    .insertInto("evidence")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["workspace_id", "call_id", "id"]).doNothing())
    .execute();
}

function toRow(record: CallRecord): CallTable {
  return {
    workspace_id: record.workspaceId,
    id: record.id,
    conversation_id: record.conversationId,
    turn: record.turn,
    connection_id: record.connectionId,
    tool_name: record.toolName,
    offered_name: record.offeredName,
    mutating: toFlag(record.mutating),
    operation_id: record.operationId,
    replayed: toFlag(record.replayed),
    caller_id: record.callerId,
    trace_id: record.traceId,
    started_at: record.startedAt.getTime(),
    ended_at: toInstant(record.endedAt),
    outcome: record.outcome,
    error_category: record.errorCategory,
    error_code: record.errorCode,
  };
}

function toCall(row: CallTable): CallRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    turn: row.turn,
    connectionId: row.connection_id,
    toolName: row.tool_name,
    offeredName: row.offered_name,
    mutating: row.mutating === 1,
    operationId: row.operation_id,
    replayed: row.replayed === 1,
    callerId: row.caller_id,
    traceId: row.trace_id,
    startedAt: toDate(row.started_at),
    endedAt: toDate(row.ended_at),
    outcome: row.outcome,
    errorCategory: row.error_category,
    errorCode: row.error_code,
  };
}

function toEvidence(row: EvidenceTable): EvidenceRecord {
  const item: Evidence = JSON.parse(row.item);
  return {
    callId: row.call_id,
    conversationId: row.conversation_id,
    turn: row.turn,
    operationId: row.operation_id,
    item,
  };
}
