import { createHash } from "node:crypto";
import type { JsonValue } from "counterfoil/core";
import { MAX_SHOWN_ITEMS, type ContactAddress, type ContactStore, type ContactWrite } from "../contacts.ts";
import { toDate } from "./columns.ts";
import type { Database, Queries } from "./database.ts";
import type { ContactItemTable } from "./schema.ts";

/** Rows that are looked through for items to show; deleted and hidden ones are among them. */
const MAX_READ_ROWS = 1000;
const DURABLE = "";

export function createContactStore({ read }: Database): ContactStore {
  return {
    async entries(address) {
      const items = await read((db) => readShown(db, address, "entry"));
      return items.flatMap(({ row, value }) =>
        typeof value === "string" ? [{ key: parseName(row.name), value, turn: row.turn, ...toOrigin(row) }] : [],
      );
    },
    async facts(address) {
      const items = await read((db) => readShown(db, address, "fact"));
      return items.map(({ row, value }) => ({ name: parseName(row.name), value, ...toOrigin(row) }));
    },
  };
}

/** Writes what a settled call asks to remember; items that a later call has written stay as they are. */
export async function applyContactWrite(db: Queries, write: ContactWrite): Promise<void> {
  const rows = toRows(write);
  if (rows.length === 0) return;
  await db
    .insertInto("contact_items")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "domain_id", "contact_key", "conversation_id", "kind", "name_hash"])
        .doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          call_id: eb.ref("excluded.call_id"),
          place: eb.ref("excluded.place"),
          turn: eb.ref("excluded.turn"),
          written_at: eb.ref("excluded.written_at"),
        }))
        .whereRef("contact_items.call_id", "<", "excluded.call_id"),
    )
    .execute();
}

/** One row an item, the last of equal names; in one order everywhere, so that two writers never wait for each other in a circle. */
function toRows(write: ContactWrite): readonly ContactItemTable[] {
  const { entries, facts } = write.update;
  const items = [
    ...entries.map(({ key, value }) => ({ kind: "entry" as const, name: key, value })),
    ...Object.entries(facts).map(([name, value]) => ({ kind: "fact" as const, name, value })),
  ];
  const rows = items.map(({ kind, name, value }, place) => toRow(write, kind, name, value, place));
  const byItem = new Map(rows.map((row) => [`${row.kind} ${row.name_hash}`, row]));
  return [...byItem].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function toRow(
  write: ContactWrite,
  kind: "entry" | "fact",
  name: string,
  value: JsonValue,
  place: number,
): ContactItemTable {
  const { address, update, callId, turn, at } = write;
  return {
    workspace_id: address.workspaceId,
    domain_id: address.domainId,
    contact_key: address.contactKey,
    conversation_id: update.isTemporary ? address.conversationId : DURABLE,
    kind,
    name_hash: createHash("sha256").update(name).digest("hex"),
    name: JSON.stringify(name),
    value: JSON.stringify(value),
    call_id: callId,
    place,
    first_call_id: callId,
    first_place: place,
    turn,
    written_at: at.getTime(),
  };
}

interface ShownItem {
  readonly row: ContactItemTable;
  readonly value: JsonValue;
}

async function readShown(db: Queries, address: ContactAddress, kind: "entry" | "fact"): Promise<readonly ShownItem[]> {
  const newestFirst = await db
    .selectFrom("contact_items")
    .selectAll()
    .where("workspace_id", "=", address.workspaceId)
    .where("domain_id", "=", address.domainId)
    .where("contact_key", "=", address.contactKey)
    .where("conversation_id", "in", [DURABLE, address.conversationId])
    .where("kind", "=", kind)
    .orderBy("call_id", "desc")
    .orderBy("place", "desc")
    .limit(MAX_READ_ROWS)
    .execute();
  return mergeByName(newestFirst)
    .map((row) => ({ row, value: parseValue(row.value) }))
    .filter(({ value }) => value !== null)
    .slice(0, MAX_SHOWN_ITEMS)
    .toSorted((one, other) => compareFirst(one.row, other.row));
}

/** Of a durable and a temporary item of one name the newer shows, in the place of whichever was written first. */
function mergeByName(newestFirst: readonly ContactItemTable[]): readonly ContactItemTable[] {
  const merged = new Map<string, ContactItemTable>();
  for (const row of newestFirst) {
    const newer = merged.get(row.name);
    if (newer === undefined) merged.set(row.name, row);
    else if (compareFirst(row, newer) < 0) {
      merged.set(row.name, { ...newer, first_call_id: row.first_call_id, first_place: row.first_place });
    }
  }
  return [...merged.values()];
}

function compareFirst(one: ContactItemTable, other: ContactItemTable): number {
  if (one.first_call_id === other.first_call_id) return one.first_place - other.first_place;
  return one.first_call_id < other.first_call_id ? -1 : 1;
}

function toOrigin(row: ContactItemTable) {
  return { isTemporary: row.conversation_id !== DURABLE, callId: row.call_id, at: toDate(row.written_at) };
}

function parseValue(text: string): JsonValue {
  return JSON.parse(text);
}

function parseName(text: string): string {
  return JSON.parse(text);
}
