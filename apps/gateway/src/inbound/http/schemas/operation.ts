import { OPERATION_STATES } from "counterfoil/core";
import { Type } from "typebox";
import { closed, Instant, nullable, PageQuery, words } from "./common.ts";

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

export const OperationsQuery = closed({
  ...PageQuery,
  state: Type.Optional(words(...OPERATION_STATES)),
  unresolved: Type.Optional(words("true", "false")),
  conversation: Type.Optional(Type.String({ maxLength: 128 })),
  connection: Type.Optional(Type.String({ maxLength: 64 })),
});
