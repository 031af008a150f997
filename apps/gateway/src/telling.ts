import type { Answer, Effect, Outcome } from "counterfoil/core";
import type { Telling } from "./tool-call.ts";

/** Puts an answer into what the agent is told; internal faults get the call's id, by which the log has the rest. */
export function toTelling(answer: Answer, outcome: Outcome, callId: string): Telling {
  if (answer.kind === "settled") {
    return {
      text: answer.text,
      evidence: answer.evidence,
      data: answer.data,
      error: answer.error === null ? null : { ...answer.error, effect: "none" },
    };
  }
  const { error } = answer;
  const message = error.category === "internal" ? `${error.message} Call ${callId}.` : error.message;
  const effect: Effect = outcome === "unknown" ? "unknown" : "none";
  return { text: null, evidence: [], data: undefined, error: { ...error, message, effect } };
}

export function encodeTelling(telling: Telling): string {
  return JSON.stringify(telling);
}

/** Reads what `encodeTelling` wrote; the seal vouches for it. */
export function decodeTelling(text: string): Telling {
  const telling: Telling = JSON.parse(text);
  return telling;
}
