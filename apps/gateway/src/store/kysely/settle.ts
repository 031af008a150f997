import type { EventRecord } from "../events.ts";
import type { OperationRecord, SettleParams } from "../operations.ts";
import { insertEvidence } from "./calls.ts";
import { toFlag } from "./columns.ts";
import { applyContactWrite } from "./contacts.ts";
import type { Queries } from "./database.ts";
import { appendEvents } from "./events.ts";
import { OPEN_STATES, withOwnAttempts } from "./operation-rows.ts";
import type { OperationTable } from "./schema.ts";

/** Writes all that an answer brings; gives null, and changes nothing, where the operation has moved on. */
export async function settle(db: Queries, params: SettleParams): Promise<OperationRecord | null> {
  const row = await changeState(db, params);
  if (row === undefined) return null;
  await endAttempt(db, params);
  await db
    .updateTable("operation_bodies")
    .set({ result: params.result })
    .where("workspace_id", "=", params.workspaceId)
    .where("operation_id", "=", params.operationId)
    .execute();
  const callEnded = await endCall(db, params);
  if (params.contactWrite !== null) await applyContactWrite(db, params.contactWrite);
  await keepEvidence(db, row, params);
  await appendEvents(db, toEvents(row, params, callEnded));
  return withOwnAttempts(db, row);
}

/** The revision and the open state are the condition; an operation that is settled gives its intent free. */
function changeState(db: Queries, params: SettleParams): Promise<OperationTable | undefined> {
  return db
    .updateTable("operations")
    .set((eb) => ({
      state: params.state,
      unresolved: toFlag(params.unresolved),
      revision: eb("revision", "+", 1),
      ...(isSettled(params) && { settled_at: params.at.getTime(), open_intent: null }),
    }))
    .where("workspace_id", "=", params.workspaceId)
    .where("id", "=", params.operationId)
    .where("revision", "=", params.revision)
    .where("state", "in", OPEN_STATES)
    .returningAll()
    .executeTakeFirst();
}

function isSettled({ state }: SettleParams): boolean {
  return state === "succeeded" || state === "refused" || state === "failed";
}

async function endAttempt(db: Queries, { workspaceId, operationId, attempt, at }: SettleParams): Promise<void> {
  if (attempt === null) return;
  const { number, phase, end, status, reason } = attempt;
  await db
    .updateTable("attempts")
    .set({ phase, end, status, reason, ended_at: at.getTime() })
    .where("workspace_id", "=", workspaceId)
    .where("operation_id", "=", operationId)
    .where("number", "=", number)
    .where("ended_at", "is", null)
    .execute();
}

/** Gives false where no call waits, or it has its outcome already: that never changes. */
async function endCall(db: Queries, { workspaceId, call, at }: SettleParams): Promise<boolean> {
  if (call === null) return false;
  const { numUpdatedRows } = await db
    .updateTable("calls")
    .set({
      ended_at: at.getTime(),
      outcome: call.outcome,
      error_category: call.errorCategory,
      error_code: call.errorCode,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", call.id)
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable("call_bodies")
    .set({ result: call.result })
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", call.id)
    .execute();
  return true;
}

/** The evidence belongs to the call that began the operation, and to the turn in which it settles. */
async function keepEvidence(db: Queries, row: OperationTable, params: SettleParams): Promise<void> {
  if (params.evidence.length === 0) return;
  const conversation = await db
    .selectFrom("conversations")
    .select("turn_number")
    .where("workspace_id", "=", row.workspace_id)
    .where("id", "=", row.conversation_id)
    .executeTakeFirst();
  const origin = {
    workspaceId: row.workspace_id,
    callId: row.call_id,
    conversationId: row.conversation_id,
    turn: Math.max(row.turn, conversation?.turn_number ?? 0),
    operationId: row.id,
  };
  await insertEvidence(db, origin, params.evidence);
}

function toEvents(row: OperationTable, params: SettleParams, callEnded: boolean): readonly Omit<EventRecord, "id">[] {
  const about = {
    workspaceId: row.workspace_id,
    conversationId: row.conversation_id,
    operationId: row.id,
    at: params.at,
  };
  const changed = {
    ...about,
    callId: row.call_id,
    type: isSettled(params) ? ("operation.settled" as const) : ("operation.changed" as const),
    status: params.state,
  };
  if (params.call === null || !callEnded) return [changed];
  return [changed, { ...about, callId: params.call.id, type: "call.ended", status: params.call.outcome }];
}
