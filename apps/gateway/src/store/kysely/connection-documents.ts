import type { ConnectionDocument, ConnectionStore, OfferedName } from "../connections.ts";
import { StoreError } from "../store-error.ts";
import { toDate } from "./columns.ts";
import type { Database, Queries } from "./database.ts";
import type { Dialect } from "./dialects.ts";
import type { ConnectionDocumentTable, OfferedNameTable } from "./schema.ts";

export type DocumentMethod =
  | "servingDocument"
  | "servingDocuments"
  | "holdDocument"
  | "heldDocument"
  | "serveDocument"
  | "offeredNames"
  | "findOfferedName";

export function createDocumentMethods({ dialect, read, write }: Database): Pick<ConnectionStore, DocumentMethod> {
  return {
    servingDocument: (workspaceId, connectionId) =>
      read((db) => findDocument(db, workspaceId, connectionId, "serving")),
    heldDocument: (workspaceId, connectionId) => read((db) => findDocument(db, workspaceId, connectionId, "held")),
    async servingDocuments(workspaceId) {
      const rows = await read((db) => selectDocuments(db, workspaceId, "serving").orderBy("connection_id").execute());
      return rows.map((row) => toDocument(row));
    },
    async holdDocument(document) {
      await write(async (db) => {
        await requireConnection(db, dialect, document.workspaceId, document.connectionId);
        await putDocument(db, { ...document, status: "held" });
      });
    },
    serveDocument: (document, names) =>
      unlessNameTaken("served", () =>
        write(async (db) => {
          await requireConnection(db, dialect, document.workspaceId, document.connectionId);
          await putDocument(db, { ...document, status: "serving" });
          await addNames(db, names);
        }),
      ),
    async offeredNames(workspaceId) {
      const rows = await read((db) => selectNames(db, workspaceId).orderBy("name").execute());
      return rows.map((row) => toOfferedName(row));
    },
    async findOfferedName(workspaceId, name) {
      const row = await read((db) => selectNames(db, workspaceId).where("name", "=", name).executeTakeFirst());
      return row === undefined ? null : toOfferedName(row);
    },
  };
}

/** Undoes the unit that met a name which belongs to something else. */
export class NameTaken extends Error {}

/** Runs the unit; tells whether a name stood in its way. */
export async function unlessNameTaken<Done extends string>(
  done: Done,
  unit: () => Promise<void>,
): Promise<Done | "name_taken"> {
  try {
    await unit();
    return done;
  } catch (error) {
    if (error instanceof NameTaken) return "name_taken";
    throw error;
  }
}

/** Adds the names that are new; one that belongs to another connection or tool undoes the unit. */
export async function addNames(db: Queries, names: readonly OfferedName[]): Promise<void> {
  const rows = names.map((name) => toNameRow(name)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const [first] = rows;
  if (first === undefined) return;
  await db
    .insertInto("offered_names")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await selectNames(db, first.workspace_id)
    .where(
      "name",
      "in",
      rows.map(({ name }) => name),
    )
    .execute();
  const holders = new Map(kept.map((row) => [row.name, row]));
  const areOurs = rows.every(({ name, connection_id, tool_name }) => {
    const holder = holders.get(name);
    return holder?.connection_id === connection_id && holder.tool_name === tool_name;
  });
  if (!areOurs) throw new NameTaken();
}

/** Holds the connection where it is until the unit ends, so that one document follows another. */
async function requireConnection(
  db: Queries,
  dialect: Dialect,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  const connection = db
    .selectFrom("connections")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId);
  const row = await (dialect.locksRows ? connection.forNoKeyUpdate() : connection).executeTakeFirst();
  if (row === undefined) throw new StoreError("not_found", "The connection was removed.");
}

/** The document that had the status before becomes a past one. */
async function putDocument(db: Queries, document: ConnectionDocument): Promise<void> {
  await db
    .updateTable("connection_documents")
    .set({ status: "past" })
    .where("workspace_id", "=", document.workspaceId)
    .where("connection_id", "=", document.connectionId)
    .where("status", "=", document.status)
    .where("version", "<>", document.version)
    .execute();
  await db
    .insertInto("connection_documents")
    .values(toDocumentRow(document))
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "connection_id", "version"]).doUpdateSet({ status: document.status }),
    )
    .execute();
}

function selectDocuments(db: Queries, workspaceId: string, status: ConnectionDocument["status"]) {
  return db
    .selectFrom("connection_documents")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("status", "=", status);
}

async function findDocument(
  db: Queries,
  workspaceId: string,
  connectionId: string,
  status: ConnectionDocument["status"],
): Promise<ConnectionDocument | null> {
  const row = await selectDocuments(db, workspaceId, status)
    .where("connection_id", "=", connectionId)
    .executeTakeFirst();
  return row === undefined ? null : toDocument(row);
}

function selectNames(db: Queries, workspaceId: string) {
  return db.selectFrom("offered_names").selectAll().where("workspace_id", "=", workspaceId);
}

export function toDocumentRow(document: ConnectionDocument): ConnectionDocumentTable {
  return {
    workspace_id: document.workspaceId,
    connection_id: document.connectionId,
    version: document.version,
    body: document.body,
    hash: document.hash,
    etag: document.etag,
    status: document.status,
    read_at: document.readAt.getTime(),
  };
}

function toDocument(row: ConnectionDocumentTable): ConnectionDocument {
  return {
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    version: row.version,
    body: row.body,
    hash: row.hash,
    etag: row.etag,
    status: row.status,
    readAt: toDate(row.read_at),
  };
}

function toNameRow(name: OfferedName): OfferedNameTable {
  return {
    workspace_id: name.workspaceId,
    name: name.name,
    connection_id: name.connectionId,
    tool_name: name.toolName,
  };
}

function toOfferedName(row: OfferedNameTable): OfferedName {
  return { workspaceId: row.workspace_id, name: row.name, connectionId: row.connection_id, toolName: row.tool_name };
}
