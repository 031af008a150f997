import type { AttemptRecord, OperationRecord } from "../operations.ts";
import { toDate, toFlag, toInstant } from "./columns.ts";
import type { Queries } from "./database.ts";
import type { AttemptTable, OperationTable } from "./schema.ts";

/** States of operations that are on their way or whose outcome may still change. */
export const OPEN_STATES = ["prepared", "sent", "unknown"] as const;

/**
 * Completes operations with their attempts.
 *
 * The attempts are read after the operations and so are never older; where they are newer, the revision is stale for every decision.
 */
export async function withAttempts(db: Queries, rows: readonly OperationTable[]): Promise<readonly OperationRecord[]> {
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom("attempts")
    .selectAll()
    .where("workspace_id", "in", [...new Set(rows.map((row) => row.workspace_id))])
    .where("operation_id", "in", [...new Set(rows.map((row) => row.id))])
    .orderBy("number")
    .execute();
  return rows.map((row) => {
    const own = attempts.filter(
      (attempt) => attempt.workspace_id === row.workspace_id && attempt.operation_id === row.id,
    );
    return toOperation(row, own);
  });
}

export async function withOwnAttempts(db: Queries, row: OperationTable | undefined): Promise<OperationRecord | null> {
  if (row === undefined) return null;
  const [operation] = await withAttempts(db, [row]);
  return operation ?? null;
}

export function selectOperations(db: Queries, workspaceId: string) {
  return db.selectFrom("operations").selectAll().where("workspace_id", "=", workspaceId);
}

export function toOperationRow(
  operation: Omit<OperationRecord, "attempts">,
  openIntent: string | null,
): OperationTable {
  return {
    workspace_id: operation.workspaceId,
    id: operation.id,
    conversation_id: operation.conversationId,
    turn: operation.turn,
    connection_id: operation.connectionId,
    tool_name: operation.toolName,
    action: operation.action,
    fingerprint: operation.fingerprint,
    intent_hash: operation.intentHash,
    open_intent: openIntent,
    state: operation.state,
    unresolved: toFlag(operation.unresolved),
    revision: operation.revision,
    call_id: operation.callId,
    origin: operation.origin,
    credential_version: operation.credentialVersion,
    contract_version: operation.contractVersion,
    deadline_at: operation.deadlineAt.getTime(),
    created_at: operation.createdAt.getTime(),
    settled_at: toInstant(operation.settledAt),
  };
}

function toOperation(row: OperationTable, attempts: readonly AttemptTable[]): OperationRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    turn: row.turn,
    connectionId: row.connection_id,
    toolName: row.tool_name,
    action: row.action,
    fingerprint: row.fingerprint,
    intentHash: row.intent_hash,
    state: row.state,
    unresolved: row.unresolved === 1,
    revision: row.revision,
    callId: row.call_id,
    origin: row.origin,
    credentialVersion: row.credential_version,
    contractVersion: row.contract_version,
    deadlineAt: toDate(row.deadline_at),
    createdAt: toDate(row.created_at),
    settledAt: toDate(row.settled_at),
    attempts: attempts.map((attempt) => toAttempt(attempt)),
  };
}

function toAttempt(row: AttemptTable): AttemptRecord {
  return {
    number: row.number,
    instanceId: row.instance_id,
    traceId: row.trace_id,
    startedAt: toDate(row.started_at),
    phase: row.phase,
    end: row.end,
    endedAt: toDate(row.ended_at),
    status: row.status,
    reason: row.reason,
  };
}

export type AttemptStart = Pick<AttemptRecord, "instanceId" | "traceId" | "startedAt">;

export function toNewAttempt(number: number, start: AttemptStart): AttemptRecord {
  return { number, ...start, phase: "before_send", end: null, endedAt: null, status: null, reason: null };
}

export async function insertAttempt(
  db: Queries,
  workspaceId: string,
  operationId: string,
  attempt: AttemptRecord,
): Promise<void> {
  await db
    .insertInto("attempts")
    .values({
      workspace_id: workspaceId,
      operation_id: operationId,
      number: attempt.number,
      instance_id: attempt.instanceId,
      trace_id: attempt.traceId,
      started_at: attempt.startedAt.getTime(),
      phase: attempt.phase,
      end: attempt.end,
      ended_at: toInstant(attempt.endedAt),
      status: attempt.status,
      reason: attempt.reason,
    })
    .execute();
}
