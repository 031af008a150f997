import type { Effect } from "../core/error.ts";
import type { AgentError, AnswerCause, FaultedAnswer } from "../core/outcome.ts";

/** Fixed sentences for the agent: an adapter's own words never stand in for a fault. The gateway adds the call id. */
const SENTENCES = {
  unusable: "The business's system gave no usable answer. Nothing was changed by this call.",
  open: "The business's system gave no usable answer, and the call may have completed. Read the current state before you try again.",
  nothing: "The business's system did not process this call. Nothing was changed.",
} as const;

/** The answer to a call whose reply cannot be used, `effect` being what is proven of a mutation. */
export function toFaulted(cause: AnswerCause, mutating: boolean, effect: Effect): FaultedAnswer {
  const message = effect === "none" ? SENTENCES.nothing : mutating ? SENTENCES.open : SENTENCES.unusable;
  return withError(cause, mutating, effect, { category: "internal", code: cause.code, message, retryable: false });
}

/** As `toFaulted`, in words of its own. A read has no effect whatever its answer says. */
export function withError(cause: AnswerCause, mutating: boolean, effect: Effect, error: AgentError): FaultedAnswer {
  return { kind: "faulted", effect: mutating ? effect : "none", error, cause };
}
