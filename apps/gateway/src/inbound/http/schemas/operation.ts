import { Type } from "typebox";
import { closed, Instant, nullable, PageQuery } from "./common.ts";

export const AttemptDocument = closed({
  number: Type.Integer(),
  started_at: Instant,
  ended_at: nullable(Instant),
  phase: Type.String(),
  end: nullable(Type.String()),
  status: nullable(Type.Integer()),
  reason: nullable(Type.String()),
  trace_id: Type.String(),
});

export const OperationDocument = closed({
  id: Type.String(),
  state: Type.String(),
  unresolved: Type.Boolean(),
  conversation: Type.String(),
  turn: Type.Integer(),
  connection: Type.String(),
  tool: Type.String(),
  action: Type.String(),
  request_fingerprint: Type.String(),
  call_id: Type.String(),
  created_at: Instant,
  settled_at: nullable(Instant),
  attempts: Type.Array(AttemptDocument),
});

const State = Type.Union([
  Type.Literal("prepared"),
  Type.Literal("sent"),
  Type.Literal("succeeded"),
  Type.Literal("refused"),
  Type.Literal("failed"),
  Type.Literal("unknown"),
]);

export const OperationsQuery = closed({
  ...PageQuery,
  state: Type.Optional(State),
  unresolved: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
  conversation: Type.Optional(Type.String({ maxLength: 128 })),
});
