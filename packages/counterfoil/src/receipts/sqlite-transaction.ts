import type { Database } from "better-sqlite3";
import type { SqlTransaction, SqlValue } from "./receipts.ts";

/** What SQLite skips before a statement (blanks, semicolons, comments), then a word that begins or ends a transaction. */
const CONTROL = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:begin|commit|end|rollback|savepoint|release)\b/i;

/** A transaction lent to one action; `end` takes it back. */
export interface LentTransaction {
  readonly tx: SqlTransaction;
  readonly end: () => void;
}

/**
 * Lends the open transaction of a connection to an action.
 *
 * Outside a transaction every statement commits by itself, so each use is checked first: a statement that comes late,
 * or after a conflict clause has rolled the transaction back, throws instead of changing anything.
 */
export function lendTransaction(database: Database): LentTransaction {
  let over = false;
  const prepare = (sql: string) => {
    if (over || !database.inTransaction) {
      throw new Error("the transaction is over: await everything an action does before it returns");
    }
    if (CONTROL.test(sql)) {
      throw new Error("the SDK begins and ends the transaction: throw to roll it back, return to commit it");
    }
    return database.prepare<SqlValue[]>(sql);
  };
  return {
    tx: {
      run: (sql, ...values) => prepare(sql).run(...values),
      get: (sql, ...values) => prepare(sql).get(...values),
      all: (sql, ...values) => prepare(sql).all(...values),
    },
    end: () => {
      over = true;
    },
  };
}
