import { type Adapter, createAdapter } from "counterfoil/adapter";
import { sqliteReceipts } from "counterfoil/receipts/sqlite";
import { openDatabase, toQueries } from "./database.ts";
import { bookSlot } from "./tools/book-slot.ts";
import { cancelBooking } from "./tools/cancel-booking.ts";
import { findSlots } from "./tools/find-slots.ts";
import { getBooking } from "./tools/get-booking.ts";
import { rescheduleBooking } from "./tools/reschedule-booking.ts";

const THIRTY_DAYS_IN_SECONDS = 30 * 86_400;

export interface CogwheelOptions {
  /** The SQLite file that holds bookings and receipts: one file, so that both commit together. */
  readonly file: string;
  /** What the platform sends as `x-api-key`. */
  readonly secret: string;
  /** The present moment, which the calendar follows. */
  readonly clock: () => Date;
}

export function createCogwheelAdapter({ file, secret, clock }: CogwheelOptions): Adapter {
  const workshop = { queries: toQueries(openDatabase(file)), clock };
  return createAdapter({
    contractVersion: "2026-09-01",
    languages: ["en"],
    credentials: [{ scope: "platform", apiKey: [secret] }],
    receipts: sqliteReceipts(file, { retentionSeconds: THIRTY_DAYS_IN_SECONDS }),
    tools: [
      findSlots(workshop),
      getBooking(workshop),
      bookSlot(workshop),
      rescheduleBooking(workshop),
      cancelBooking(workshop),
    ],
  });
}
