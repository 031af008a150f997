import { defineAction, refused } from "counterfoil/adapter";
import { z } from "zod";
import { type Desk, FEES, MAX_OPEN_REQUESTS, toDeskTime, toVisitDays } from "../desk.ts";
import { toRequestEntity, toRequestReference, toRequestValues } from "../evidence.ts";
import { MESSAGES } from "../messages.ts";
import { CATEGORIES, insertRequest, listRequests } from "../request.ts";
import { toLanguage, toRequestText, toTooManyText, toVisitDateText } from "../wording.ts";

const input = z.strictObject({
  category: z.enum(CATEGORIES),
  summary: z.string().min(1).max(200).describe("What is wrong, in the contact's own words."),
  visit_date: z.iso.date().describe("The day the contact wants the visit on, YYYY-MM-DD in Dubai."),
});

export function requestCreate({ clock }: Desk) {
  return defineAction("request.create", {
    action: "request.create",
    title: "Open a service request",
    description: "Open a service request for the contact and plan a technician's visit.",
    input,
    evidence: ["action", "entity", "reference", "value"],
    timeoutMs: 8000,
    messages: MESSAGES,
    run: ({ input: { category, summary, visit_date: visitDate }, context, tx, operation }) => {
      const language = toLanguage(context.locale);
      const { first, last } = toVisitDays(clock());
      if (visitDate < first || visitDate > last) {
        return refused({
          category: "validation",
          code: "visit_date_not_offered",
          message: toVisitDateText(visitDate, first, last)[language],
          partialResults: { first, last },
        });
      }
      const open = listRequests(tx, context.subject, ["received", "scheduled"]);
      if (open.length >= MAX_OPEN_REQUESTS) {
        return refused({
          category: "business",
          code: "too_many_open_requests",
          message: toTooManyText(open)[language],
          partialResults: { open: open.map((request) => request.reference) },
        });
      }
      const openedAt = toDeskTime(clock());
      const draft = { category, summary, visitDate, fee: FEES[category], openedAt };
      const request = insertRequest(tx, operation.id, context.subject, draft);
      return {
        text: toRequestText(request)[language],
        evidence: [
          toRequestEntity(request, openedAt),
          toRequestReference(request, openedAt),
          ...toRequestValues(request, openedAt),
        ],
      };
    },
  });
}
