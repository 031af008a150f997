import { join } from "node:path";
import Database from "better-sqlite3";
import { SetupError } from "counterfoil/core";

export interface FolderLock {
  release(): void;
}

/**
 * Claims a data folder for this process: one gateway per SQLite file.
 *
 * The claim is a file lock that the operating system frees with the process, however it ends. Throws a `SetupError` where another
 * gateway holds the folder, or where it cannot be written to.
 */
export function lockDataFolder(folder: string): FolderLock {
  const database = openLockFile(folder);
  try {
    database.exec("begin exclusive");
  } catch (cause) {
    database.close();
    throw toSetupError(folder, cause);
  }
  return {
    release() {
      database.close();
    },
  };
}

function openLockFile(folder: string): Database.Database {
  try {
    return new Database(join(folder, "gateway.lock"), { timeout: 0 });
  } catch (cause) {
    throw toSetupError(folder, cause);
  }
}

function toSetupError(folder: string, cause: unknown): SetupError {
  const isHeld = cause instanceof Database.SqliteError && cause.code.startsWith("SQLITE_BUSY");
  const message = isHeld
    ? `Another gateway runs on the data folder ${folder}. Stop it first, give this one a folder of its own, or use Postgres for several gateways.`
    : `The data folder ${folder} cannot be locked. Check that it exists and that this user may write to it.`;
  return new SetupError(message, { cause });
}
