import type { Effect } from "./error.ts";
import type { Evidence } from "./evidence.ts";
import type { JsonValue } from "./json.ts";
import type { StoreUpdate } from "./facts.ts";

/** What became of a tool call. `unknown` means that something may have happened; it is an outcome, never a failure. */
export const OUTCOMES = ["succeeded", "refused", "failed", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const ERROR_CATEGORIES = ["business", "validation", "permission", "transient", "internal"] as const;
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

/** Why a call did not succeed, in words for the agent. */
export interface AgentError {
  readonly category: ErrorCategory;
  /** A machine's word for the reason, such as `fully_booked` or `timeout`. */
  readonly code: string;
  readonly message: string;
  /** Information for the agent, never an instruction to the platform. */
  readonly retryable: boolean;
  readonly attemptedQuery?: string | null;
  readonly partialResults?: JsonValue;
}

/** An adapter's durable record of one operation, as it shows it. */
export interface Receipt {
  readonly operation_id: string;
  readonly request_fingerprint: string;
  readonly action: string;
  /** RFC 3339, UTC. */
  readonly recorded_at: string;
  readonly expires_at: string;
}

/** A valid answer of the business: it did it, or it said no. */
export interface SettledAnswer {
  readonly kind: "settled";
  readonly status: "succeeded" | "refused";
  readonly text: string | null;
  readonly evidence: readonly Evidence[];
  readonly data: JsonValue | undefined;
  readonly store: StoreUpdate | null;
  /** Set exactly when refused. */
  readonly error: AgentError | null;
  readonly receipt: Receipt | null;
  readonly replayed: boolean;
}

/** No valid answer of the business: what that says about the effect, and why. */
export interface FaultedAnswer {
  readonly kind: "faulted";
  readonly effect: Effect;
  readonly error: AgentError;
  /** The cause in full, for the operator alone. */
  readonly cause: AnswerCause;
}

export interface AnswerCause {
  readonly code: string;
  readonly detail: string;
  /** Faults of the reply, such as broken evidence rules. */
  readonly faults?: readonly ReplyFault[];
}

export interface ReplyFault {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

export type Answer = SettledAnswer | FaultedAnswer;

/** Judges what an answer makes of a call: only a mutating call can stay open. */
export function toOutcome(answer: Answer, mutating: boolean): Outcome {
  if (answer.kind === "settled") return answer.status;
  return mutating && answer.effect === "unknown" ? "unknown" : "failed";
}
