import { setImmediate } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import type { Queries } from "./database.ts";
import { isSqliteUnavailable } from "./dialects.ts";
import { untilFree } from "./until-free.ts";

const MAX_SHARED_UNITS = 64;

interface WaitingUnit {
  /** Runs the unit; gives the step that tells its caller, to be taken once the commit stands. */
  run(db: Queries): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * Lets the units of concurrent calls share one commit, and so one sync of the disk.
 *
 * Each unit has a savepoint of its own: one that throws is undone alone. Nobody is told of success before the commit stands.
 */
export class GroupCommit {
  readonly #sqlite: Sqlite.Database;
  readonly #kysely: Queries;
  readonly #busyTimeoutMs: number;
  readonly #waiting: WaitingUnit[] = [];
  #draining: Promise<void> | null = null;

  constructor(sqlite: Sqlite.Database, kysely: Queries, busyTimeoutMs: number) {
    this.#sqlite = sqlite;
    this.#kysely = kysely;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  run<Answer>(unit: (db: Queries) => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({
        async run(db) {
          const answer = await unit(db);
          return () => resolve(answer);
        },
        reject,
      });
      this.#draining ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Every request that has arrived by now gets its chance to join.
    await setImmediate();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MAX_SHARED_UNITS);
      try {
        const tellings = await untilFree(this.#busyTimeoutMs, () => this.#commit(group));
        for (const tell of tellings) tell();
      } catch (error) {
        for (const unit of group) unit.reject(error);
      }
    }
    this.#draining = null;
  }

  #commit(group: readonly WaitingUnit[]): Promise<readonly (() => void)[]> {
    return this.#kysely.connection().execute(async (db) => {
      // Taking the write lock first: a transaction that read before it wrote could not wait for another writer.
      this.#sqlite.exec("begin immediate");
      try {
        const tellings = [];
        for (const unit of group) tellings.push(await this.#runApart(unit, db));
        this.#sqlite.exec("commit");
        return tellings;
      } catch (error) {
        if (this.#sqlite.inTransaction) this.#sqlite.exec("rollback");
        throw error;
      }
    });
  }

  async #runApart(unit: WaitingUnit, db: Queries): Promise<() => void> {
    this.#sqlite.exec("savepoint unit");
    try {
      const tell = await unit.run(db);
      this.#sqlite.exec("release unit");
      return tell;
    } catch (error) {
      // A full or failing disk ends the whole transaction.
      if (isSqliteUnavailable(error) || !this.#sqlite.inTransaction) throw error;
      this.#sqlite.exec("rollback to unit; release unit");
      return () => unit.reject(error);
    }
  }
}
