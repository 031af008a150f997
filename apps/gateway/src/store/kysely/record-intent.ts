import type { OperationRecord, RecordIntentParams, RecordIntentResult } from "../operations.ts";
import { StoreError } from "../store-error.ts";
import { insertNewCall } from "./calls.ts";
import type { Queries } from "./database.ts";
import type { Dialect } from "./dialects.ts";
import { appendEvents } from "./events.ts";
import { bindKey, findKeyHolder } from "./idempotency-keys.ts";
import { insertAttempt, selectOperations, toNewAttempt, toOperationRow, withOwnAttempts } from "./operation-rows.ts";
import type { OperationTable } from "./schema.ts";

const MAX_TRIES = 5;

/** Unique indexes decide between concurrent equals: each step inserts or gives way, none looks first. */
export async function recordIntent(
  db: Queries,
  dialect: Dialect,
  params: RecordIntentParams,
): Promise<RecordIntentResult> {
  const { workspaceId, id } = params.operation;
  await requireConnection(db, dialect, params);
  const key = params.idempotencyKey;
  if (key !== null && !(await bindKey(db, workspaceId, key, id))) {
    return toExisting(db, await findKeyHolder(db, workspaceId, key));
  }
  const operation = toFirstRecord(params);
  const winner = await claimIntent(db, operation, params.attachable);
  if (winner !== null) {
    if (key !== null) await bindKey(db, workspaceId, key, winner.id, { from: id });
    return toExisting(db, winner);
  }
  await recordRest(db, operation, params);
  return { kind: "recorded", operation };
}

function toFirstRecord({ operation, firstAttempt }: RecordIntentParams): OperationRecord {
  return {
    ...operation,
    state: "sent",
    unresolved: false,
    revision: 1,
    settledAt: null,
    attempts: [toNewAttempt(1, firstAttempt)],
  };
}

/** Keeps the connection from being removed until the unit ends; gives up where it is gone. */
async function requireConnection(db: Queries, dialect: Dialect, { operation }: RecordIntentParams): Promise<void> {
  const connection = db
    .selectFrom("connections")
    .select("id")
    .where("workspace_id", "=", operation.workspaceId)
    .where("id", "=", operation.connectionId);
  const row = await (dialect.locksRows ? connection.forKeyShare() : connection).executeTakeFirst();
  if (row === undefined) throw new StoreError("not_found", "The connection was removed; nothing was sent.");
}

/** Inserts the operation and gives null, or gives the one that stands in its place. */
async function claimIntent(
  db: Queries,
  operation: OperationRecord,
  attachable: boolean,
): Promise<OperationTable | null> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (!attachable) await releaseIntent(db, operation);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("operations")
      .values(toOperationRow(operation, operation.intentHash))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 0n) return null;
    const winner = await findWinner(db, operation);
    if (winner !== undefined && (attachable || winner.id === operation.id)) return winner;
    // The winner has settled in between and holds the intent no longer, or came between releasing the intent and claiming it.
  }
  throw new StoreError("unavailable", "Equal requests keep settling before they can be followed.");
}

/** An equal operation that is open makes way; one with the same id is this very one, from an earlier try. */
async function releaseIntent(db: Queries, operation: OperationRecord): Promise<void> {
  await db
    .updateTable("operations")
    .set({ open_intent: null })
    .where("workspace_id", "=", operation.workspaceId)
    .where("conversation_id", "=", operation.conversationId)
    .where("open_intent", "=", operation.intentHash)
    .where("id", "!=", operation.id)
    .execute();
}

function findWinner(db: Queries, operation: OperationRecord): Promise<OperationTable | undefined> {
  return selectOperations(db, operation.workspaceId)
    .where((eb) =>
      eb.or([
        eb("id", "=", operation.id),
        eb.and([eb("conversation_id", "=", operation.conversationId), eb("open_intent", "=", operation.intentHash)]),
      ]),
    )
    .executeTakeFirst();
}

async function toExisting(db: Queries, row: OperationTable | undefined): Promise<RecordIntentResult> {
  const operation = await withOwnAttempts(db, row);
  if (operation === null) throw new StoreError("unavailable", "The operation of this idempotency key cannot be read.");
  return { kind: "existing", operation };
}

async function recordRest(db: Queries, operation: OperationRecord, params: RecordIntentParams): Promise<void> {
  const { workspaceId, id, conversationId, callId } = operation;
  await insertAttempt(db, workspaceId, id, toNewAttempt(1, params.firstAttempt));
  await db
    .insertInto("operation_bodies")
    .values({ workspace_id: workspaceId, operation_id: id, request: params.request, result: null })
    .execute();
  await insertNewCall(db, params.call);
  const about = { workspaceId, conversationId, callId, operationId: id, at: params.firstAttempt.startedAt };
  await appendEvents(db, [
    { ...about, type: "call.started", status: "started" },
    { ...about, type: "operation.recorded", status: operation.state },
  ]);
}
