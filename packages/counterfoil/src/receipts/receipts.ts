/** Names one operation of one caller: two scopes may use the same id without ever meeting. */
export interface OperationKey {
  /** Who calls, whichever of its secrets it used. */
  readonly scope: string;
  readonly operationId: string;
}

export type RecordedState = "succeeded" | "refused" | "voided";

/** What the work of an action came to; from here on only the commit stands between it and its record. */
export interface Settlement {
  /** Anything but `succeeded` takes the business change back before it is recorded. */
  readonly state: RecordedState;
  /** Null for a voided operation, whose action was never known. */
  readonly action: string | null;
  /** The body to answer, now and to every repeat; empty for a voided operation. */
  readonly reply: Uint8Array;
  readonly recordedAt: Date;
  readonly expiresAt: Date;
}

/** The durable record of one operation. Past `expiresAt` its reply is gone and only the tombstone is left. */
export interface OperationRecord extends Settlement, OperationKey {
  readonly fingerprint: string;
}

const MIN_TOMBSTONE_MS = 7 * 86_400_000;

/** The id and fingerprint of an expired receipt stay as long again, at least seven days, to refuse late repeats. */
export function toForgottenAt({ expiresAt }: Pick<Settlement, "expiresAt">, retentionSeconds: number): Date {
  return new Date(expiresAt.getTime() + toTombstoneMs(retentionSeconds));
}

/** What was recorded later than this is not forgotten yet, whichever retention it was recorded under. */
export function toNewestForgotten(now: Date, retentionSeconds: number): Date {
  return new Date(now.getTime() - retentionSeconds * 1000 - toTombstoneMs(retentionSeconds));
}

function toTombstoneMs(retentionSeconds: number): number {
  return Math.max(retentionSeconds * 1000, MIN_TOMBSTONE_MS);
}

export interface RecordParams<Tx> extends OperationKey {
  readonly fingerprint: string;
  /** How long the action may wait for its turn; it then answers `busy` or `running`, its work untouched. */
  readonly startWithinMs: number;
  /** Makes the change and says how it went. What it throws rolls everything back and is recorded nowhere. */
  readonly work: (tx: Tx) => Promise<Settlement>;
}

/**
 * What became of an attempt to run and record an operation.
 *
 * - `recorded`: by this very attempt; change and record were committed together
 * - `known`: an earlier or concurrent attempt has recorded it; the work of this one did not run
 * - `running`: another attempt of the same operation was still at work after one second; or another process kept the
 *   database past the time to start, and may have been at work on this very operation
 * - `busy`: its turn did not come in time, and nobody is at work on the operation; nothing happened
 * - `rolled-back`: the work or the database threw; nothing happened
 * - `uncertain`: the result of the commit is not known
 */
export type RecordOutcome =
  | { readonly kind: "recorded"; readonly record: OperationRecord }
  | { readonly kind: "known"; readonly record: OperationRecord }
  | { readonly kind: "running" }
  | { readonly kind: "busy" }
  | { readonly kind: "rolled-back"; readonly cause: unknown }
  | { readonly kind: "uncertain"; readonly cause: unknown };

/**
 * An adapter's store of receipts, in the same database as its business records (provider contract §2.4).
 *
 * One transaction holds a change and its record, and the unique key of scope and operation id alone decides between
 * concurrent attempts. `Tx` is what an action works with inside that transaction.
 */
export interface Receipts<Tx> {
  readonly retentionSeconds: number;
  /** Reads what is recorded, without waiting for an action that runs. */
  find(key: OperationKey): Promise<OperationRecord | null>;
  /** Runs an action once and records it, or finds what another attempt recorded. Never rejects. */
  record(params: RecordParams<Tx>): Promise<RecordOutcome>;
  /** Drops replies past their retention, and tombstones past theirs; at most some hundred of each. */
  prune(now: Date): Promise<void>;
  /** Waits for the action that runs, then lets go of the database; a second call waits with the first. */
  close(): Promise<void>;
}

export interface ReceiptsOptions {
  /** How long a receipt can be asked for; platforms expect a day at least. */
  readonly retentionSeconds: number;
}

/** The transaction of an action on an SQL database. Every use after the action has returned throws. */
export interface SqlTransaction {
  /** Runs one statement that returns no rows. */
  run(sql: string, ...values: readonly SqlValue[]): SqlChanges;
  /** The first row, or undefined. */
  get(sql: string, ...values: readonly SqlValue[]): unknown;
  all(sql: string, ...values: readonly SqlValue[]): readonly unknown[];
}

export type SqlValue = string | number | bigint | Uint8Array | null;

export interface SqlChanges {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}
