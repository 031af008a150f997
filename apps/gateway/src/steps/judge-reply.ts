import type { AgentError, Answer, FaultedAnswer } from "counterfoil/core";
import type { Gateway } from "../gateway.ts";
import type { OfferedTool } from "../offers.ts";
import type { Delivery, Lost } from "../outbound/delivery.ts";
import { toTenantWord, type TenantWord } from "../outbound/tenant-word.ts";
import type { Intent } from "./record-intent.ts";

/** Says what a delivery proves: a settled answer of the business, or a fault and what is known of its effect. Never throws. */
export function judgeReply(gateway: Gateway, intent: Intent, delivery: Delivery): Answer {
  const { checked, call } = intent;
  if (delivery.kind === "lost") return judgeLoss(intent, delivery);
  try {
    return checked.offered.contract.decodeReply(call, delivery.reply, gateway.clock());
  } catch (error) {
    gateway.log.fault("a reply could not be judged", error, { callId: intent.callId });
    return toUnjudged(checked.offered);
  }
}

/** A defect of ours in judging must not lose the operation: what the adapter did is then as open as after a lost answer. */
function toUnjudged({ tool }: OfferedTool): FaultedAnswer {
  return {
    kind: "faulted",
    effect: "unknown",
    error: {
      category: "internal",
      code: "reply_not_judged",
      message: tool.mutating
        ? "The gateway could not read the business system's answer, so the call may have completed."
        : "The gateway could not read the business system's answer. The call changes nothing.",
      retryable: false,
    },
    cause: { code: "reply_not_judged", detail: "Judging the reply failed unexpectedly; the log has the place." },
  };
}

/** The cause names one of four words: anything finer is for the log, since it would map the operator's network for a tenant. */
function judgeLoss({ checked }: Intent, delivery: Lost): FaultedAnswer {
  const word = toTenantWord(delivery.reason);
  return {
    kind: "faulted",
    effect: delivery.phase === "before_send" ? "none" : "unknown",
    error: toLossError(checked.offered, delivery),
    cause: { code: word, detail: CAUSES[word] },
  };
}

const CAUSES: Readonly<Record<TenantWord, string>> = {
  unreachable: "No connection to the adapter could be made.",
  tls: "The adapter's TLS certificate or handshake was not acceptable.",
  timeout: "The adapter did not answer within the tool's timeout.",
  bad_response: "The adapter's answer broke off, or was not one the contract allows.",
};

function toLossError({ tool }: OfferedTool, { phase, reason }: Lost): AgentError {
  const fault = { category: "transient" as const, retryable: true };
  if (phase === "before_send") {
    const message = "The call did not reach the business system, so nothing happened. Try again later.";
    return { ...fault, code: "not_reached", message };
  }
  const next = tool.mutating
    ? "Read the current state before trying again."
    : "It changes nothing, so it can be made again.";
  return {
    ...fault,
    code: reason === "timeout" ? "timeout" : "no_answer",
    message: `The business system did not answer in full; the call may have completed. ${next}`,
  };
}
