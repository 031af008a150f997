import { defineTool } from "counterfoil/adapter";
import { z } from "zod";
import { type Desk, toDeskTime } from "../desk.ts";
import { toRequestEntity, toRequestValues } from "../evidence.ts";
import { listRequests, STATES } from "../request.ts";
import { toLanguage, toListText } from "../wording.ts";

const DEFAULT_LIMIT = 10;

const input = z.strictObject({
  state: z.enum(STATES).describe("Only requests in this state.").exactOptional(),
  limit: z.int().min(1).max(20).describe("At most this many, newest first; 10 when left out.").exactOptional(),
});

export function requestList({ queries, clock }: Desk) {
  return defineTool("request.list", {
    title: "List service requests",
    description: "List the contact's own service requests, newest first.",
    input,
    evidence: ["entity", "value", "completeness"],
    timeoutMs: 5000,
    run: ({ input: query, context }) => {
      const found = listRequests(queries, context.subject, query.state === undefined ? STATES : [query.state]);
      const shown = found.slice(0, query.limit ?? DEFAULT_LIMIT);
      const asOf = toDeskTime(clock());
      return {
        text: toListText(shown, found.length, toLanguage(context.locale)),
        evidence: [
          ...shown.flatMap((request) => [toRequestEntity(request, asOf), ...toRequestValues(request, asOf)]),
          {
            id: "all_requests",
            kind: "completeness",
            as_of: asOf,
            collection: "request",
            query,
            returned: shown.length,
            total: found.length,
            complete: shown.length === found.length,
          },
        ],
      };
    },
  });
}
