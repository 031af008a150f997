import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { Pool, types } from "pg";
import { StoreError } from "../store-error.ts";
import type { Database, Queries } from "./database.ts";
import { isPostgresConflict, POSTGRES } from "./dialects.ts";
import { migrate } from "./migrations/migrate.ts";
import { PostgresDriver } from "./postgres-driver.ts";
import type { Schema } from "./schema.ts";

const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 20;
/** The server gives up first, so that the client learns the reason. */
const CLIENT_GRACE_MS = 500;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The schema that holds the tables, made where it is missing; `public` unless given. */
  readonly schema?: string;
  /** Clients at most; 10 unless given. */
  readonly poolSize?: number;
  /** How long a call waits for a client; 5,000 unless given. */
  readonly connectTimeoutMs?: number;
  /** How long one statement may take; 10,000 unless given. */
  readonly statementTimeoutMs?: number;
}

export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const { schema = "public" } = options;
  const pool = createPool(options);
  const root = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  try {
    await migrate(root, POSTGRES, schema);
  } catch (error) {
    await root.destroy();
    throw error;
  }
  const kysely = root.withSchema(schema);
  return {
    dialect: POSTGRES,
    read: (query) => query(kysely),
    write: (unit) => runUnit(kysely, unit),
    close: () => root.destroy(),
  };
}

function createPool({
  url,
  poolSize = 10,
  connectTimeoutMs = 5000,
  statementTimeoutMs = 10_000,
}: PostgresOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + CLIENT_GRACE_MS,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: "counterfoil",
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
    },
  });
  // Without listeners a dropped link ends the process. There is nothing to do: the pool forgets idle clients, queries on others fail.
  pool.on("error", ignoreLostLink);
  pool.on("connect", (client) => client.on("error", ignoreLostLink));
  return pool;
}

function ignoreLostLink(): void {}

async function runUnit<Answer>(kysely: Queries, unit: (db: Queries) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await kysely.transaction().execute(unit);
    } catch (error) {
      if (!isPostgresConflict(error)) throw error;
      if (tries === MAX_TRIES) {
        throw new StoreError("unavailable", "Other transactions kept getting in the way.", { cause: error });
      }
    }
    await sleep(Math.random() * RETRY_PAUSE_MS * tries);
  }
}
