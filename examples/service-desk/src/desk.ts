import { toOffsetDateTime } from "counterfoil/core";
import type { Queries } from "./database.ts";
import type { Category } from "./request.ts";

/** What every tool works with. */
export interface Desk {
  readonly queries: Queries;
  readonly clock: () => Date;
}

export const DESK_TIMEZONE = "Asia/Dubai";

/** How many requests of one requester may be open at a time. */
export const MAX_OPEN_REQUESTS = 3;

/** Call-out fees in dirhams: decimal text, as everywhere in the contract. */
export const FEES: Readonly<Record<Category, string>> = {
  plumbing: "180.00",
  electrical: "150.00",
  cooling: "240.50",
};

const FIRST_VISIT_DAYS = 1;
const LAST_VISIT_DAYS = 60;

/** The days on which a technician can still be asked for, both included, as `YYYY-MM-DD`. */
export function toVisitDays(now: Date): { readonly first: string; readonly last: string } {
  const today = toDeskTime(now).slice(0, "YYYY-MM-DD".length);
  return { first: addDays(today, FIRST_VISIT_DAYS), last: addDays(today, LAST_VISIT_DAYS) };
}

/** RFC 3339 with the offset of the desk. */
export function toDeskTime(now: Date): string {
  return toOffsetDateTime(now, DESK_TIMEZONE);
}

function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, "YYYY-MM-DD".length);
}
