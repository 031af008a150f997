import type { Telling, ToolCallResult } from "../../tool-call.ts";

/** The answer of `POST /v1/calls`: the call's envelope around what the agent is told. */
export function toCallResultDocument(result: ToolCallResult) {
  return {
    call_id: result.callId,
    ...(result.operationId !== null && { operation_id: result.operationId }),
    outcome: result.outcome,
    replayed: result.replayed,
    ...toTellingDocument(result.telling),
    trace_id: result.traceId,
  };
}

export function toTellingDocument({ text, evidence, data, error }: Telling) {
  return {
    text,
    evidence: [...evidence],
    ...(data !== undefined && { data }),
    ...(error !== null && { error: toErrorDocument(error) }),
  };
}

function toErrorDocument(error: NonNullable<Telling["error"]>) {
  return {
    category: error.category,
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    effect: error.effect,
    ...(error.attemptedQuery !== undefined && { attempted_query: error.attemptedQuery }),
    ...(error.partialResults !== undefined && { partial_results: error.partialResults }),
  };
}
