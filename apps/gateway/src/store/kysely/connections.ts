import type { Connection, ConnectionChange, ConnectionStore } from "../connections.ts";
import { toDate } from "./columns.ts";
import {
  addNames,
  createDocumentMethods,
  NameTaken,
  toDocumentRow,
  unlessNameTaken,
  type DocumentMethod,
} from "./connection-documents.ts";
import type { Database, Queries } from "./database.ts";
import { toPage, toPosition } from "./paging.ts";
import type { ConnectionTable } from "./schema.ts";

export function createConnectionStore(database: Database): ConnectionStore {
  return { ...createConnectionMethods(database), ...createDocumentMethods(database) };
}

function createConnectionMethods(database: Database): Omit<ConnectionStore, DocumentMethod> {
  const { read, write } = database;
  return {
    create: (connection, document, names) =>
      unlessNameTaken("created", () =>
        write(async (db) => {
          await insertConnection(db, connection);
          await db.insertInto("connection_documents").values(toDocumentRow(document)).execute();
          await addNames(db, names);
        }),
      ),
    async find(workspaceId, connectionId) {
      const row = await read((db) =>
        selectConnections(db, workspaceId).where("id", "=", connectionId).executeTakeFirst(),
      );
      return row === undefined ? null : toConnection(row);
    },
    async findByName(workspaceId, name) {
      const row = await read((db) => selectConnections(db, workspaceId).where("name", "=", name).executeTakeFirst());
      return row === undefined ? null : toConnection(row);
    },
    async list(workspaceId, page) {
      const position = toPosition("connections", page);
      const rows = await read((db) => {
        const newest = selectConnections(db, workspaceId)
          .orderBy("id", "desc")
          .limit(page.limit + 1);
        return (position === null ? newest : newest.where("id", "<", position)).execute();
      });
      return toPage("connections", rows, page, toConnection);
    },
    async update(connection, change, at) {
      try {
        return await write((db) => updateConnection(db, connection, change, at));
      } catch (error) {
        if (database.dialect.isUniqueViolation(error)) return "name_taken";
        throw error;
      }
    },
    remove: (workspaceId, connectionId) => removeConnection(database, workspaceId, connectionId),
  };
}

function selectConnections(db: Queries, workspaceId: string) {
  return db.selectFrom("connections").selectAll().where("workspace_id", "=", workspaceId);
}

async function insertConnection(db: Queries, connection: Connection): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("connections")
    .values(toRow(connection))
    .onConflict((conflict) => conflict.columns(["workspace_id", "name"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new NameTaken();
}

async function updateConnection(
  db: Queries,
  { workspaceId, id, origin, credentialVersion }: Connection,
  change: ConnectionChange,
  at: Date,
): Promise<"updated" | "not_found" | "stale"> {
  const { numUpdatedRows } = await db
    .updateTable("connections")
    .set({ ...toChangedColumns(change), updated_at: at.getTime() })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("origin", "=", origin)
    .where("credential_version", "=", credentialVersion)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return "updated";
  const present = await selectConnections(db, workspaceId).where("id", "=", id).executeTakeFirst();
  return present === undefined ? "not_found" : "stale";
}

class OpenOperations extends Error {}

/** Deletes first, which locks the row: whoever records an intent on the connection now waits, and then finds it gone or here to stay. */
async function removeConnection(
  { write }: Database,
  workspaceId: string,
  connectionId: string,
): Promise<"removed" | "not_found" | "open_operations"> {
  try {
    return await write(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom("connections")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", connectionId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return "not_found";
      if (await hasOpenOperations(db, workspaceId, connectionId)) throw new OpenOperations();
      return "removed";
    });
  } catch (error) {
    if (error instanceof OpenOperations) return "open_operations";
    throw error;
  }
}

async function hasOpenOperations(db: Queries, workspaceId: string, connectionId: string): Promise<boolean> {
  const open = await db
    .selectFrom("operations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("state", "in", ["prepared", "sent", "unknown"])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

function toRow(connection: Connection): ConnectionTable {
  return {
    workspace_id: connection.workspaceId,
    id: connection.id,
    name: connection.name,
    contract: connection.contract,
    origin: connection.origin,
    sealed_credential: connection.sealedCredential,
    credential_version: connection.credentialVersion,
    created_at: connection.createdAt.getTime(),
    updated_at: connection.updatedAt.getTime(),
  };
}

function toChangedColumns(change: ConnectionChange): Partial<ConnectionTable> {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.origin !== undefined && { origin: change.origin }),
    ...(change.sealedCredential !== undefined && { sealed_credential: change.sealedCredential }),
    ...(change.credentialVersion !== undefined && { credential_version: change.credentialVersion }),
  };
}

function toConnection(row: ConnectionTable): Connection {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    name: row.name,
    contract: row.contract,
    origin: row.origin,
    sealedCredential: row.sealed_credential,
    credentialVersion: row.credential_version,
    createdAt: toDate(row.created_at),
    updatedAt: toDate(row.updated_at),
  };
}
