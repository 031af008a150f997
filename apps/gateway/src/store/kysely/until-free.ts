import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store-error.ts";
import { isSqliteBusy, isSqliteUnavailable } from "./dialects.ts";

const RETRY_PAUSE_MS = 25;

/** Tries again while another program holds the file locked, up to the limit; what stays in the way becomes `unavailable`. */
export async function untilFree<Answer>(limitMs: number, attempt: () => Answer | Promise<Answer>): Promise<Answer> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isSqliteUnavailable(error)) throw error;
      if (!isSqliteBusy(error) || performance.now() > giveUpAt) {
        throw new StoreError("unavailable", "The SQLite file cannot be used right now.", { cause: error });
      }
    }
    await sleep(RETRY_PAUSE_MS);
  }
}
