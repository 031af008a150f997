import type { Database, Statement } from "better-sqlite3";
import { PRUNE_LIMIT } from "./retention.ts";
import { toForgottenAt, toNewestForgotten } from "./receipts.ts";
import type { OperationKey, OperationRecord, RecordedState } from "./receipts.ts";

/** Times are milliseconds since 1970. A row is `pending` from its claim on; with a local effect only its own transaction sees that. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS counterfoil_receipts (
    scope        TEXT NOT NULL,
    operation_id TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('pending', 'succeeded', 'refused', 'voided')),
    action       TEXT,
    reply        BLOB,
    recorded_at  INTEGER,
    expires_at   INTEGER,
    forgotten_at INTEGER,
    PRIMARY KEY (scope, operation_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS counterfoil_receipts_expiry ON counterfoil_receipts (expires_at) WHERE reply IS NOT NULL;
  CREATE INDEX IF NOT EXISTS counterfoil_receipts_forgetting ON counterfoil_receipts (forgotten_at);
`;

interface Row {
  readonly fingerprint: string;
  readonly state: RecordedState;
  readonly action: string | null;
  readonly reply: Uint8Array | null;
  readonly recorded_at: number;
  readonly expires_at: number;
}

export function createTable(database: Database): void {
  database.exec(TABLE);
}

/** Reads final records. */
export class ReceiptReader {
  readonly #select: Statement<[string, string], Row>;

  constructor(database: Database) {
    this.#select = database.prepare(
      `SELECT fingerprint, state, action, reply, recorded_at, expires_at FROM counterfoil_receipts
       WHERE scope = ? AND operation_id = ? AND state <> 'pending'`,
    );
  }

  find({ scope, operationId }: OperationKey): OperationRecord | null {
    const row = this.#select.get(scope, operationId);
    return row === undefined ? null : toRecord({ scope, operationId }, row);
  }
}

function toRecord({ scope, operationId }: OperationKey, row: Row): OperationRecord {
  return {
    scope,
    operationId,
    fingerprint: row.fingerprint,
    state: row.state,
    action: row.action,
    reply: row.reply ?? new Uint8Array(),
    recordedAt: new Date(row.recorded_at),
    expiresAt: new Date(row.expires_at),
  };
}

/** The writing statements; `claim` and `finish` belong into one transaction. */
export class ReceiptWriter extends ReceiptReader {
  readonly #claim: Statement<[string, string, string]>;
  readonly #finish: Statement<[RecordedState, string | null, Uint8Array, number, number, number, string, string]>;
  readonly #bury: Statement<[number, number]>;
  readonly #forget: Statement<[number, number, number]>;

  constructor(database: Database) {
    super(database);
    this.#claim = database.prepare(
      `INSERT INTO counterfoil_receipts (scope, operation_id, fingerprint, state) VALUES (?, ?, ?, 'pending')
       ON CONFLICT DO NOTHING`,
    );
    this.#finish = database.prepare(
      `UPDATE counterfoil_receipts SET state = ?, action = ?, reply = ?, recorded_at = ?, expires_at = ?, forgotten_at = ?
       WHERE scope = ? AND operation_id = ?`,
    );
    this.#bury = database.prepare(
      `UPDATE counterfoil_receipts SET reply = NULL WHERE rowid IN
       (SELECT rowid FROM counterfoil_receipts WHERE reply IS NOT NULL AND expires_at <= ? LIMIT ?)`,
    );
    this.#forget = database.prepare(
      `DELETE FROM counterfoil_receipts WHERE rowid IN
       (SELECT rowid FROM counterfoil_receipts WHERE forgotten_at <= ? AND recorded_at <= ? LIMIT ?)`,
    );
  }

  /** Whether the operation was nobody's before: the unique key decides. */
  claim({ scope, operationId }: OperationKey, fingerprint: string): boolean {
    return this.#claim.run(scope, operationId, fingerprint).changes === 1;
  }

  finish(record: OperationRecord, retentionSeconds: number): void {
    const { state, action, reply, recordedAt, expiresAt, scope, operationId } = record;
    const forgottenAt = toForgottenAt(record, retentionSeconds);
    this.#finish.run(state, action, reply, +recordedAt, +expiresAt, +forgottenAt, scope, operationId);
  }

  /** A retention that was raised since keeps a tombstone longer than it was written for: ids are refused by age from then on only. */
  prune(now: Date, retentionSeconds: number): void {
    const newest = toNewestForgotten(now, retentionSeconds);
    this.#bury.run(+now, PRUNE_LIMIT);
    this.#forget.run(+now, +newest, PRUNE_LIMIT);
  }
}
