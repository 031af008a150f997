import { sql, type ColumnDataType, type Expression } from "kysely";

type ColumnType = ColumnDataType | Expression<unknown>;

/** What differs between the databases beyond how they connect and commit. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Compared byte by byte, so that ids sort the same everywhere. */
  readonly text: ColumnType;
  /** 64 bits. */
  readonly integer: ColumnType;
  readonly bytes: ColumnType;
  /** True where several writers run at once and a read row must be locked to stay as read. */
  readonly locksRows: boolean;
  /** True for an error that says a unique index holds such a row already. */
  isUniqueViolation(error: unknown): boolean;
}

export const SQLITE: Dialect = {
  name: "sqlite",
  text: "text",
  integer: "integer",
  bytes: "blob",
  locksRows: false,
  isUniqueViolation: (error) => ["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"].includes(errorCode(error)),
};

export const POSTGRES: Dialect = {
  name: "postgres",
  text: sql`text collate "C"`,
  integer: "bigint",
  bytes: "bytea",
  locksRows: true,
  isUniqueViolation: (error) => errorCode(error) === "23505",
};

/** True where SQLite had to give up for now, or its file cannot be used: a lock, a full disk, a failing one. */
export function isSqliteUnavailable(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/.test(errorCode(error));
}

export function isSqliteBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(errorCode(error));
}

/**
 * True where Postgres was out of reach or gave up for reasons of its own (SQLSTATE classes 08, 53, 57, 58, ended transactions, locks not
 * given in time, a read-only replica), and for every error without an SQLSTATE: those come from the link.
 */
export function isPostgresUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (!/^[0-9A-Z]{5}$/.test(code)) return true;
  return /^(08|53|57|58|25P0[234]|25006|55P03|3D000|28)/.test(code);
}

/** True where Postgres undid a transaction for the sake of another: it can be run again. */
export function isPostgresConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(errorCode(error));
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
