import Database from "better-sqlite3";
import { SetupError } from "../core/error.ts";
import { PRUNE_EVERY_MS, requireRetention } from "./retention.ts";
import type {
  OperationKey,
  OperationRecord,
  Receipts,
  ReceiptsOptions,
  RecordOutcome,
  RecordParams,
  Settlement,
  SqlTransaction,
} from "./receipts.ts";
import { RunningActions } from "./running-actions.ts";
import { createTable, ReceiptReader, ReceiptWriter } from "./sqlite-table.ts";
import { lendTransaction } from "./sqlite-transaction.ts";
import { Turns } from "./turns.ts";

const SETUP_BUSY_TIMEOUT_MS = 5000;
const BUSY_RETRY_MS = 10;
const CLOSE_WITHIN_MS = 30_000;

/**
 * Receipts in an SQLite file, the one that holds the business records of the adapter.
 *
 * Actions run one at a time, on a connection of their own that holds the file's write lock while an action is at work:
 * an action changes records through its `tx` alone. Several processes may share the file.
 * Throws a SetupError when the file cannot be used.
 */
export function sqliteReceipts(file: string, options: ReceiptsOptions): Receipts<SqlTransaction> {
  if (file === "" || file === ":memory:" || file.startsWith("file::memory:")) {
    throw new SetupError(
      "Name a file for `sqliteReceipts`, the one that holds the business records; for receipts in memory use `memoryReceipts`.",
    );
  }
  try {
    return new SqliteReceipts(file, options);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`\`sqliteReceipts\` cannot use the file ${file}: ${reason}`, { cause: error });
  }
}

class SqliteReceipts implements Receipts<SqlTransaction> {
  readonly retentionSeconds: number;
  readonly #database: Database.Database;
  readonly #readerDatabase: Database.Database;
  readonly #writer: ReceiptWriter;
  readonly #reader: ReceiptReader;
  readonly #running = new RunningActions();
  readonly #turns = new Turns();
  #prunedAtMs = 0;
  #closing: Promise<void> | undefined;

  constructor(file: string, { retentionSeconds }: ReceiptsOptions) {
    this.retentionSeconds = requireRetention(retentionSeconds);
    this.#database = openWriter(file);
    this.#writer = new ReceiptWriter(this.#database);
    // Look-ups see the last commit while an action is at work, because they do not share its connection.
    this.#readerDatabase = new Database(file, { readonly: true, fileMustExist: true });
    this.#reader = new ReceiptReader(this.#readerDatabase);
  }

  async find(key: OperationKey): Promise<OperationRecord | null> {
    return this.#reader.find(key);
  }

  record(params: RecordParams<SqlTransaction>): Promise<RecordOutcome> {
    return this.#running.once(params, () => this.#attempt(params));
  }

  async #attempt(params: RecordParams<SqlTransaction>): Promise<RecordOutcome> {
    const giveUpAt = performance.now() + params.startWithinMs;
    const release = await this.#turns.take(params.startWithinMs);
    if (release === null) return this.#giveUp(params);
    try {
      return (await this.#begin(giveUpAt)) ? await this.#run(params) : this.#giveUp(params);
    } catch (cause) {
      return this.#rollBack(cause);
    } finally {
      release();
    }
  }

  /**
   * Says why an attempt did not begin. Only while this process holds the file's write lock is no other process at work,
   * which could be on this very operation: it would show nothing before it commits.
   */
  #giveUp(key: OperationKey): RecordOutcome {
    try {
      const record = this.#reader.find(key);
      if (record !== null) return { kind: "known", record };
      return { kind: this.#database.inTransaction ? "busy" : "running" };
    } catch (cause) {
      return { kind: "uncertain", cause };
    }
  }

  /** Takes the file's write lock; false when another process kept it. Waits outside SQLite, so that the event loop goes on. */
  async #begin(giveUpAt: number): Promise<boolean> {
    for (;;) {
      try {
        this.#database.exec("BEGIN IMMEDIATE");
        return true;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      if (performance.now() >= giveUpAt) return false;
      await sleep(BUSY_RETRY_MS);
    }
  }

  async #run({ scope, operationId, fingerprint, work }: RecordParams<SqlTransaction>): Promise<RecordOutcome> {
    const key = { scope, operationId };
    if (!this.#writer.claim(key, fingerprint)) {
      const known = this.#writer.find(key);
      this.#database.exec("ROLLBACK");
      return known === null ? { kind: "running" } : { kind: "known", record: known };
    }
    const record = { ...key, fingerprint, ...(await this.#work(work)) };
    this.#writer.finish(record, this.retentionSeconds);
    return this.#commit(record);
  }

  /** The one statement that makes changes last, and so the only one whose failure can leave doubt. */
  #commit(record: OperationRecord): RecordOutcome {
    try {
      this.#database.exec("COMMIT");
    } catch (cause) {
      return this.#database.inTransaction ? this.#rollBack(cause) : { kind: "uncertain", cause };
    }
    this.#pruneWhenDue(record.recordedAt);
    return { kind: "recorded", record };
  }

  async #work(work: RecordParams<SqlTransaction>["work"]): Promise<Settlement> {
    this.#database.exec("SAVEPOINT business_change");
    const { tx, end } = lendTransaction(this.#database);
    try {
      const settlement = await work(tx);
      if (!this.#database.inTransaction) throw new Error("a statement of the action rolled its transaction back");
      if (settlement.state !== "succeeded") this.#database.exec("ROLLBACK TO business_change");
      return settlement;
    } finally {
      end();
    }
  }

  #rollBack(cause: unknown): RecordOutcome {
    try {
      if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
      return { kind: "rolled-back", cause };
    } catch {
      return { kind: "uncertain", cause };
    }
  }

  /** A committed action is answered whether or not this works. */
  #pruneWhenDue(now: Date): void {
    if (now.getTime() < this.#prunedAtMs + PRUNE_EVERY_MS) return;
    this.#prunedAtMs = now.getTime();
    try {
      this.#writer.prune(now, this.retentionSeconds);
    } catch {
      // The next minute will do.
    }
  }

  async prune(now: Date): Promise<void> {
    const release = await this.#turns.take(SETUP_BUSY_TIMEOUT_MS);
    if (release === null) return;
    try {
      this.#writer.prune(now, this.retentionSeconds);
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Keeps its turn, so that no action begins on a connection that is gone. */
  async #close(): Promise<void> {
    await this.#turns.take(CLOSE_WITHIN_MS);
    this.#database.close();
    this.#readerDatabase.close();
  }
}

function openWriter(file: string): Database.Database {
  const database = new Database(file, { timeout: SETUP_BUSY_TIMEOUT_MS });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  createTable(database);
  database.pragma("busy_timeout = 0");
  return database;
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
