import { defineTool, refused } from "counterfoil/adapter";
import { z } from "zod";
import { type Desk, toDeskTime } from "../desk.ts";
import { toRequestEntity, toRequestValues } from "../evidence.ts";
import { findRequest } from "../request.ts";
import { toLanguage, toNotFoundText, toRequestText } from "../wording.ts";

const input = z.strictObject({ reference: z.string().min(1).max(100) });

export function requestStatus({ queries, clock }: Desk) {
  return defineTool("request.status", {
    title: "Check a service request",
    description: "Look up one of the contact's own service requests by its reference, such as R-1001.",
    input,
    evidence: ["entity", "value"],
    timeoutMs: 5000,
    run: ({ input: { reference }, context }) => {
      const language = toLanguage(context.locale);
      const request = findRequest(queries, context.subject, reference);
      if (request === undefined) {
        return refused({ category: "business", code: "not_found", message: toNotFoundText(reference)[language] });
      }
      const asOf = toDeskTime(clock());
      return {
        text: toRequestText(request)[language],
        evidence: [toRequestEntity(request, asOf), ...toRequestValues(request, asOf)],
      };
    },
  });
}
