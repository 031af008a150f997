import type { AgentError, Answer, FaultedAnswer } from "counterfoil/core";
import type { Gateway } from "../gateway.ts";
import type { Delivery, Lost } from "../outbound/delivery.ts";
import type { Intent } from "./record-intent.ts";

/** Says what a delivery proves: a settled answer of the business, or a fault and what is known of its effect. Never throws. */
export function judgeReply(gateway: Gateway, intent: Intent, delivery: Delivery): Answer {
  const { checked, call } = intent;
  if (delivery.kind === "lost") return judgeLoss(intent, delivery);
  try {
    return checked.offered.contract.decodeReply(call, delivery.reply, gateway.clock());
  } catch (error) {
    gateway.log.fault("a reply could not be judged", error, { callId: intent.callId });
    return UNJUDGED;
  }
}

/** A defect of ours in judging must not lose the operation: what the adapter did is then as open as after a lost answer. */
const UNJUDGED: FaultedAnswer = {
  kind: "faulted",
  effect: "unknown",
  error: {
    category: "internal",
    code: "reply_not_judged",
    message: "The gateway could not read the business system's answer, so the call may have completed.",
    retryable: false,
  },
  cause: { code: "reply_not_judged", detail: "Judging the reply failed unexpectedly; the log has the place." },
};

function judgeLoss(intent: Intent, delivery: Lost): FaultedAnswer {
  const effect = delivery.phase === "before_send" ? "none" : "unknown";
  return {
    kind: "faulted",
    effect,
    error: toLossError(intent, delivery),
    cause: { code: delivery.reason, detail: delivery.detail },
  };
}

function toLossError(intent: Intent, { phase, reason }: Lost): AgentError {
  const { tool } = intent.checked.offered;
  const fault = {
    category: "transient" as const,
    code: reason === "timeout" ? "timeout" : "no_answer",
    retryable: true,
  };
  if (phase === "before_send") {
    return {
      ...fault,
      code: "not_reached",
      message: "The call did not reach the business system, so nothing happened. Try again later.",
    };
  }
  if (!tool.mutating)
    return {
      ...fault,
      message: "The business system did not answer in full. The call changes nothing and can be made again.",
    };
  return {
    ...fault,
    message:
      "The business system did not answer in full, so the call may have completed. Read the current state before trying again.",
  };
}
