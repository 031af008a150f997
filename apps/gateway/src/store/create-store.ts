import { createCallStore } from "./kysely/calls.ts";
import { createConnectionStore } from "./kysely/connections.ts";
import { createContactStore } from "./kysely/contacts.ts";
import { createConversationStore } from "./kysely/conversations.ts";
import type { Database } from "./kysely/database.ts";
import { createEventStore } from "./kysely/events.ts";
import { createKeyStore } from "./kysely/keys.ts";
import { createOperationStore } from "./kysely/operations.ts";
import { openPostgresDatabase, type PostgresOptions } from "./kysely/postgres-database.ts";
import { openSqliteDatabase, type SqliteOptions } from "./kysely/sqlite-database.ts";
import { createWorkspaceStore } from "./kysely/workspaces.ts";
import type { Store } from "./store.ts";

/** Opens a store in one SQLite file, made where it is missing; one process at a time may have it open (`lockDataFolder`). */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  return createStore(await openSqliteDatabase(options));
}

/** Opens a store in a Postgres schema, made where it is missing; any number of processes may share it. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  return createStore(await openPostgresDatabase(options));
}

function createStore(database: Database): Store {
  return {
    workspaces: createWorkspaceStore(database),
    keys: createKeyStore(database),
    connections: createConnectionStore(database),
    conversations: createConversationStore(database),
    contacts: createContactStore(database),
    operations: createOperationStore(database),
    calls: createCallStore(database),
    events: createEventStore(database),
    checkWritable: () => checkWritable(database),
    close: () => database.close(),
  };
}

/** Commits a row of its own: only that shows a full disk or a database that has become a read-only replica. */
async function checkWritable({ write }: Database): Promise<void> {
  const row = { id: 1, checked_at: Date.now() };
  await write((db) =>
    db
      .insertInto("write_checks")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ checked_at: row.checked_at }))
      .execute(),
  );
}
