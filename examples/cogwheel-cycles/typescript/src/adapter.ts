import type { Database } from "better-sqlite3";
import { type Adapter, createAdapter } from "counterfoil/adapter";
import { sqliteReceipts } from "counterfoil/receipts/sqlite";
import { openDatabase, toQueries } from "./database.ts";
import { createTools } from "./tools/tools.ts";

const THIRTY_DAYS_IN_SECONDS = 30 * 86_400;

export interface CogwheelOptions {
  /** The SQLite file that holds bookings and receipts: one file, so that both commit together. */
  readonly file: string;
  /** What the platform sends as `x-api-key`. */
  readonly secret: string;
  /** What the calendar takes for the present moment. Receipts keep the machine's time. */
  readonly clock: () => Date;
}

export function createCogwheelAdapter({ file, secret, clock }: CogwheelOptions): Adapter {
  const database = openDatabase(file);
  const adapter = createAdapter({
    contractVersion: "2026-09-01",
    languages: ["en"],
    credentials: [{ scope: "platform", apiKey: [secret] }],
    receipts: sqliteReceipts(file, { retentionSeconds: THIRTY_DAYS_IN_SECONDS }),
    tools: createTools({ queries: toQueries(database), clock }),
  });
  return { ...adapter, close: () => closeBoth(adapter, database) };
}

async function closeBoth(adapter: Adapter, database: Database): Promise<void> {
  await adapter.close();
  database.close();
}
