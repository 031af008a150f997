import type { OperationRecord, StartAttemptParams } from "../operations.ts";
import type { Queries } from "./database.ts";
import { appendEvents } from "./events.ts";
import { insertAttempt, OPEN_STATES, toNewAttempt, withOwnAttempts } from "./operation-rows.ts";
import type { OperationTable } from "./schema.ts";

/** Adds an attempt where none is in flight; gives null, and changes nothing, where the operation has moved on. */
export async function startAttempt(db: Queries, params: StartAttemptParams): Promise<OperationRecord | null> {
  const row = await raiseRevision(db, params);
  if (row === undefined) return null;
  const before = await withOwnAttempts(db, row);
  const number = (before?.attempts.length ?? 0) + 1;
  await insertAttempt(db, row.workspace_id, row.id, toNewAttempt(number, params.attempt));
  await appendEvents(db, [
    {
      workspaceId: row.workspace_id,
      type: "operation.changed",
      conversationId: row.conversation_id,
      callId: row.call_id,
      operationId: row.id,
      status: row.state,
      at: params.attempt.startedAt,
    },
  ]);
  return withOwnAttempts(db, row);
}

/** The revision guards the look for attempts in flight: whoever adds one raises it. */
function raiseRevision(db: Queries, params: StartAttemptParams): Promise<OperationTable | undefined> {
  return db
    .updateTable("operations")
    .set((eb) => ({
      state: eb
        .case()
        .when("state", "=", "prepared")
        .then(eb.val("sent" as const))
        .else(eb.ref("state"))
        .end(),
      revision: eb("revision", "+", 1),
    }))
    .where("workspace_id", "=", params.workspaceId)
    .where("id", "=", params.operationId)
    .where("revision", "=", params.revision)
    .where("state", "in", OPEN_STATES)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("attempts")
            .select("number")
            .whereRef("attempts.workspace_id", "=", "operations.workspace_id")
            .whereRef("attempts.operation_id", "=", "operations.id")
            .where("attempts.ended_at", "is", null),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}
