import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from "kysely";
import type { Database, Queries } from "./database.ts";
import { SQLITE } from "./dialects.ts";
import { GroupCommit } from "./group-commit.ts";
import { migrate } from "./migrations/migrate.ts";
import type { Schema } from "./schema.ts";
import { untilFree } from "./until-free.ts";

/** SQLite's own wait holds up the whole process, so it is short, and the rest of the wait happens between tries. */
const LOCK_WAIT_MS = 20;
const MAX_KEPT_STATEMENTS = 500;

export interface SqliteOptions {
  readonly file: string;
  /** How long a call waits for another program that holds the file locked; 5,000 unless given. */
  readonly busyTimeoutMs?: number;
}

export async function openSqliteDatabase({ file, busyTimeoutMs = 5000 }: SqliteOptions): Promise<Database> {
  const sqlite = await untilFree(busyTimeoutMs, () => openFile(file));
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withKeptStatements(sqlite) }) });
  const commits = new GroupCommit(sqlite, kysely, busyTimeoutMs);
  try {
    await untilFree(busyTimeoutMs, () => migrateAtOnce(sqlite, kysely));
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    dialect: SQLITE,
    read: (query) => untilFree(busyTimeoutMs, () => query(kysely)),
    write: (unit) => commits.run(unit),
    async close() {
      await commits.idle();
      await kysely.destroy();
    },
  };
}

function openFile(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file, { timeout: LOCK_WAIT_MS });
  try {
    sqlite.pragma("journal_mode = wal");
    sqlite.pragma("synchronous = full");
    sqlite.pragma("foreign_keys = on");
    sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Keeps statements prepared; their texts differ by the number of rows alone. */
function withKeptStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known !== undefined) return known;
      if (kept.size >= MAX_KEPT_STATEMENTS) kept.clear();
      const statement = sqlite.prepare<readonly unknown[]>(text);
      kept.set(text, statement);
      return statement;
    },
    close: () => sqlite.close(),
  };
}

/** Kysely runs SQLite migrations without a transaction; one around them all leaves no half-made tables behind a crash. */
async function migrateAtOnce(sqlite: Sqlite.Database, kysely: Queries): Promise<void> {
  sqlite.exec("begin immediate");
  try {
    await migrate(kysely, SQLITE, null);
    sqlite.exec("commit");
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec("rollback");
    throw error;
  }
}
