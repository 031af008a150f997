import type { JsonValue } from "counterfoil/core";
import { Type } from "typebox";
import { closed, Instant, nullable, PageQuery, words } from "./common.ts";

const Outcome = words("succeeded", "refused", "failed", "unknown");

export const CallBody = closed({
  conversation: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  tool: Type.String({ minLength: 1, maxLength: 256 }),
  arguments: Type.Optional(
    Type.Unsafe<JsonValue>(
      Type.Unknown({ description: "An object that fits the tool's input schema; left out or null means none." }),
    ),
  ),
  new_intent: Type.Optional(
    Type.Boolean({ description: "True: a second change, although an equal one is open. Application keys only." }),
  ),
});

export const CallHeaders = Type.Object(
  {
    "idempotency-key": Type.Optional(
      Type.String({
        pattern: "^[\\x21-\\x7E]{1,255}$",
        description: "Names the operation; repeats with it get the same answer.",
      }),
    ),
  },
  { additionalProperties: true },
);

export const CallError = closed({
  category: Type.String(),
  code: Type.String(),
  message: Type.String(),
  retryable: Type.Boolean(),
  effect: nullable(Type.String()),
  attempted_query: Type.Optional(nullable(Type.String())),
  partial_results: Type.Optional(Type.Unknown()),
});

export const CallResultDocument = closed({
  call_id: Type.String(),
  operation_id: Type.Optional(Type.String()),
  outcome: Outcome,
  replayed: Type.Boolean(),
  text: nullable(Type.String()),
  evidence: Type.Array(Type.Unknown()),
  data: Type.Optional(Type.Unknown()),
  error: Type.Optional(CallError),
  trace_id: Type.String(),
});

export const CallSummaryDocument = closed({
  id: Type.String(),
  conversation: Type.String(),
  turn: Type.Integer(),
  connection: Type.String(),
  tool: Type.String(),
  mutating: Type.Boolean(),
  operation_id: nullable(Type.String()),
  replayed: Type.Boolean(),
  caller: Type.String(),
  trace_id: Type.String(),
  started_at: Instant,
  ended_at: nullable(Instant),
  outcome: nullable(Outcome),
  error_category: nullable(Type.String()),
  error_code: nullable(Type.String()),
});

export const CallDocument = closed({
  ...CallSummaryDocument.properties,
  arguments: Type.Optional(Type.Unknown()),
  text: nullable(Type.String()),
  evidence: Type.Array(Type.Unknown()),
  data: Type.Optional(Type.Unknown()),
  error: Type.Optional(CallError),
  cause: Type.Optional(Type.Unknown({ description: "For operators: why the adapter's answer was not a valid one." })),
});

export const CallsQuery = closed({
  ...PageQuery,
  conversation: Type.Optional(Type.String({ maxLength: 128 })),
  operation: Type.Optional(Type.String({ maxLength: 64 })),
  outcome: Type.Optional(Outcome),
});
