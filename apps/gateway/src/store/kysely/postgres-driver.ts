import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type pg from "pg";
import { StoreError } from "../store-error.ts";
import { isPostgresUnavailable } from "./dialects.ts";

/**
 * Kysely's driver over a `pg` pool that never gives a doubtful client to the next caller.
 *
 * A client on which any statement failed is destroyed: a rollback on a dead link would only wait in its turn, and an aborted session is
 * nobody's to inherit.
 */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #clients = new WeakMap<DatabaseConnection, PostgresClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = new PostgresClient(await this.#connect());
    this.#clients.set(client, client);
    return client;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Named, as the units rely on it: after a lost race the winner's row is visible to the next statement.
    await this.#clientOf(connection).command("begin isolation level read committed");
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const client = this.#clientOf(connection);
    const tag = await client.command("commit");
    if (tag === "COMMIT") return;
    client.isDoubtful = true;
    throw new StoreError("unavailable", "Postgres undid the transaction instead of committing it.");
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const client = this.#clientOf(connection);
    if (client.isDoubtful) return;
    // The error that led here is the one to report; a failure of this marks the client, and that is all there is to do.
    await client.command("rollback").catch(() => undefined);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#clientOf(connection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (cause) {
      throw toStoreError(cause);
    }
  }

  #clientOf(connection: DatabaseConnection): PostgresClient {
    const client = this.#clients.get(connection);
    if (client === undefined) throw new TypeError("This connection belongs to another driver.");
    return client;
  }
}

class PostgresClient implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  isDoubtful = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.#query(sql, parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new TypeError("The store reads in pages, not in streams.");
  }

  async command(text: string): Promise<string> {
    const { command } = await this.#query(text, []);
    return command;
  }

  release(): void {
    this.#client.release(this.isDoubtful);
  }

  async #query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(text, [...values]);
    } catch (cause) {
      this.isDoubtful = true;
      throw toStoreError(cause);
    }
  }
}

function toStoreError(cause: unknown): unknown {
  if (!isPostgresUnavailable(cause)) return cause;
  return new StoreError("unavailable", "Postgres cannot be reached or did not answer in time.", { cause });
}
