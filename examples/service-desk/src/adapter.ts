import type { Database } from "better-sqlite3";
import { type Adapter, createAdapter } from "counterfoil/adapter";
import { sqliteReceipts } from "counterfoil/receipts/sqlite";
import { openDatabase, toQueries } from "./database.ts";
import { requestCreate } from "./tools/request-create.ts";
import { requestList } from "./tools/request-list.ts";
import { requestStatus } from "./tools/request-status.ts";

const THIRTY_DAYS_IN_SECONDS = 30 * 86_400;

export interface ServiceDeskOptions {
  /** The SQLite file that holds requests and receipts: one file, so that both commit together. */
  readonly file: string;
  /** What the platform sends as bearer credential. */
  readonly token: string;
  readonly clock: () => Date;
}

export function createServiceDeskAdapter({ file, token, clock }: ServiceDeskOptions): Adapter {
  const database = openDatabase(file);
  const desk = { queries: toQueries(database), clock };
  const adapter = createAdapter({
    contractVersion: "2026-09-01",
    languages: ["en", "ar"],
    credentials: [{ scope: "platform", bearer: [token] }],
    receipts: sqliteReceipts(file, { retentionSeconds: THIRTY_DAYS_IN_SECONDS }),
    tools: [requestStatus(desk), requestList(desk), requestCreate(desk)],
    clock,
  });
  return { ...adapter, close: () => closeBoth(adapter, database) };
}

async function closeBoth(adapter: Adapter, database: Database): Promise<void> {
  await adapter.close();
  database.close();
}
