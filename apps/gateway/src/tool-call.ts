import type { AgentError, Effect, Evidence, JsonValue, Outcome } from "counterfoil/core";

/** One request of an agent to run one tool, its envelope checked. */
export interface ToolCallRequest {
  /** Null where the credential itself names the conversation. */
  readonly conversationId: string | null;
  /** The name under which the tool is offered. */
  readonly toolName: string;
  /** As sent; omitted and null count as no arguments. */
  readonly arguments: JsonValue | undefined;
  readonly idempotencyKey: string | null;
  /** True where the application wants a second change although an equal one is still open. */
  readonly newIntent: boolean;
  readonly traceId: string;
}

/** What became of a tool call, as the agent is told. */
export interface ToolCallResult {
  readonly callId: string;
  readonly operationId: string | null;
  readonly outcome: Outcome;
  /** True where this is the answer of an operation that an earlier call began. */
  readonly replayed: boolean;
  readonly telling: Telling;
  readonly traceId: string;
}

/** The words and facts of an outcome: kept sealed with an operation, and told again to whoever repeats it. */
export interface Telling {
  readonly text: string | null;
  readonly evidence: readonly Evidence[];
  readonly data: JsonValue | undefined;
  readonly error: (AgentError & { readonly effect: Effect | null }) | null;
}
