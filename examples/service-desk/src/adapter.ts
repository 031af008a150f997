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
  const desk = { queries: toQueries(openDatabase(file)), clock };
  return createAdapter({
    contractVersion: "2026-09-01",
    languages: ["en", "ar"],
    credentials: [{ scope: "platform", bearer: [token] }],
    receipts: sqliteReceipts(file, { retentionSeconds: THIRTY_DAYS_IN_SECONDS }),
    tools: [requestStatus(desk), requestList(desk), requestCreate(desk)],
  });
}
