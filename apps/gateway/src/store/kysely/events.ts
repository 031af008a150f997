import { sql } from "kysely";
import { badCursor } from "../cursor.ts";
import type { EventRecord, EventStore } from "../events.ts";
import { toDate } from "./columns.ts";
import type { Database, Queries } from "./database.ts";
import type { EventTable } from "./schema.ts";

const MAX_NUMBERED_AT_ONCE = 1000;
const ID_DIGITS = 16;

export function createEventStore({ read, write }: Database): EventStore {
  return {
    async listAfter(workspaceId, afterId, limit) {
      const after = afterId === null ? 0 : toNumber(afterId);
      if (await read((db) => hasUnnumbered(db, workspaceId))) await write((db) => numberEvents(db, workspaceId));
      const rows = await read((db) =>
        db
          .selectFrom("events")
          .select(["workspace_id", "number", "type", "conversation_id", "call_id", "operation_id", "status", "at"])
          .where("workspace_id", "=", workspaceId)
          .where("number", ">", after)
          .orderBy("number")
          .limit(limit)
          .$narrowType<{ number: number }>()
          .execute(),
      );
      return rows.map((row) => toEvent(row));
    },
  };
}

/** Adds events to the unit, in their order. */
export async function appendEvents(db: Queries, events: readonly Omit<EventRecord, "id">[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto("events")
    .values(
      events.map((event) => ({
        workspace_id: event.workspaceId,
        number: null,
        type: event.type,
        conversation_id: event.conversationId,
        call_id: event.callId,
        operation_id: event.operationId,
        status: event.status,
        at: event.at.getTime(),
      })),
    )
    .execute();
}

async function hasUnnumbered(db: Queries, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("events")
    .select("position")
    .where("workspace_id", "=", workspaceId)
    .where("number", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Numbers the events that have been committed since the last time.
 *
 * The counter's row lets one reader at a time do so. A writer that commits later gets its number later, however early its position, so
 * that no reader has gone past it.
 */
async function numberEvents(db: Queries, workspaceId: string): Promise<void> {
  const { last_number: last } = await db
    .insertInto("event_counters")
    .values({ workspace_id: workspaceId, last_number: 0 })
    .onConflict((conflict) =>
      conflict.column("workspace_id").doUpdateSet((eb) => ({ last_number: eb.ref("event_counters.last_number") })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await db
    .updateTable("events")
    .from((eb) =>
      eb
        .selectFrom("events as waiting")
        .select(["waiting.position", sql<number>`row_number() over (order by waiting.position)`.as("place")])
        .where("waiting.workspace_id", "=", workspaceId)
        .where("waiting.number", "is", null)
        .orderBy("waiting.position")
        .limit(MAX_NUMBERED_AT_ONCE)
        .as("numbered"),
    )
    .set((eb) => ({ number: eb("numbered.place", "+", last) }))
    .where("events.workspace_id", "=", workspaceId)
    .whereRef("events.position", "=", "numbered.position")
    .executeTakeFirst();
  await db
    .updateTable("event_counters")
    .set({ last_number: last + Number(numUpdatedRows) })
    .where("workspace_id", "=", workspaceId)
    .execute();
}

function toNumber(id: string): number {
  if (!/^ev_[0-9]{16}$/.test(id)) throw badCursor("events");
  return Number(id.slice(3));
}

function toEvent(row: Omit<EventTable, "position" | "number"> & { readonly number: number }): EventRecord {
  return {
    workspaceId: row.workspace_id,
    id: `ev_${String(row.number).padStart(ID_DIGITS, "0")}`,
    type: row.type,
    conversationId: row.conversation_id,
    callId: row.call_id,
    operationId: row.operation_id,
    status: row.status,
    at: toDate(row.at),
  };
}
