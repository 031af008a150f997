import { z } from "zod";
import type { Queries } from "./database.ts";

export const CATEGORIES = ["plumbing", "electrical", "cooling"] as const;
export type Category = (typeof CATEGORIES)[number];

export const STATES = ["received", "scheduled", "done"] as const;
export type State = (typeof STATES)[number];

/** Who asks, as the platform's channel vouches for them. */
export interface Requester {
  readonly channel: string;
  readonly id: string;
}

/** One request for a technician's visit. */
export interface ServiceRequest {
  /** Such as `R-1001`. */
  readonly reference: string;
  readonly category: Category;
  readonly summary: string;
  readonly state: State;
  /** `YYYY-MM-DD`, in the desk's time zone. */
  readonly visitDate: string;
  /** Decimal amount in dirhams. */
  readonly fee: string;
  /** RFC 3339 with the desk's offset. */
  readonly openedAt: string;
}

export type RequestDraft = Omit<ServiceRequest, "reference" | "state">;

const FIRST_NUMBER = 1001;

const COLUMNS = "number, category, summary, state, visit_date, fee, opened_at";

const requestRow = z
  .object({
    number: z.number(),
    category: z.enum(CATEGORIES),
    summary: z.string(),
    state: z.enum(STATES),
    visit_date: z.string(),
    fee: z.string(),
    opened_at: z.string(),
  })
  .transform((row): ServiceRequest => ({
    reference: `R-${row.number}`,
    category: row.category,
    summary: row.summary,
    state: row.state,
    visitDate: row.visit_date,
    fee: row.fee,
    openedAt: row.opened_at,
  }));

/** Finds a request among the requester's own; somebody else's reads like one that does not exist. */
export function findRequest(queries: Queries, requester: Requester, reference: string): ServiceRequest | undefined {
  const row = queries.get(
    `SELECT ${COLUMNS} FROM requests WHERE 'R-' || number = ? AND channel = ? AND requester_id = ?`,
    reference,
    requester.channel,
    requester.id,
  );
  return requestRow.optional().parse(row);
}

/** The requester's own requests in the given states, newest first. */
export function listRequests(
  queries: Queries,
  requester: Requester,
  states: readonly State[],
): readonly ServiceRequest[] {
  const rows = queries.all(
    `SELECT ${COLUMNS} FROM requests WHERE channel = ? AND requester_id = ? ORDER BY number DESC`,
    requester.channel,
    requester.id,
  );
  return z
    .array(requestRow)
    .parse(rows)
    .filter((request) => states.includes(request.state));
}

export function insertRequest(
  queries: Queries,
  operationId: string,
  requester: Requester,
  draft: RequestDraft,
): ServiceRequest {
  const row = queries.get(
    `INSERT INTO requests (number, operation_id, channel, requester_id, category, summary, state, visit_date, fee, opened_at)
     VALUES ((SELECT coalesce(max(number) + 1, ${FIRST_NUMBER}) FROM requests), ?, ?, ?, ?, ?, 'received', ?, ?, ?)
     RETURNING ${COLUMNS}`,
    operationId,
    requester.channel,
    requester.id,
    draft.category,
    draft.summary,
    draft.visitDate,
    draft.fee,
    draft.openedAt,
  );
  return requestRow.parse(row);
}
