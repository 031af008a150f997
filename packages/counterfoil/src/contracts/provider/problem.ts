import { member } from "../../core/json.ts";
import type { JsonObject } from "../../core/json.ts";
import type { AgentError, AnswerCause, FaultedAnswer } from "../../core/outcome.ts";
import { toFaulted, withError } from "../agent-error.ts";
import { tellFaults } from "../argument-faults.ts";
import type { WireReply } from "../contract.ts";
import { readProblem } from "../problem.ts";
import type { StatedProblem } from "../problem.ts";

/** Bare statuses that an HTTP server answers before a handler has run. */
const STATUSES_WITHOUT_EFFECT: ReadonlySet<number> = new Set([401, 403, 405, 413, 414, 415, 429, 431]);

/** What a reply of any status but 200 means for a call (contract §2.2): only what is proven counts as no effect. */
export function decodeProblem(mutating: boolean, reply: WireReply): FaultedAnswer {
  const problem = readProblem(reply);
  if (problem === null) return decodeBareStatus(mutating, reply.status);
  const cause = { code: problem.code, detail: `The adapter answered ${reply.status} ${problem.code}` };
  const error = toAgentError(problem);
  return error === null
    ? toFaulted(cause, mutating, problem.effect)
    : withError(cause, mutating, problem.effect, error);
}

function decodeBareStatus(mutating: boolean, status: number): FaultedAnswer {
  const effect = STATUSES_WITHOUT_EFFECT.has(status) ? "none" : "unknown";
  const detail = `The adapter answered ${status} without a problem document that says code and effect`;
  const cause: AnswerCause = { code: "status", detail };
  return status === 429
    ? withError(cause, mutating, effect, toTransient("too_many_requests", BUSY))
    : toFaulted(cause, mutating, effect);
}

const BUSY = "The business's system is busy. Nothing was changed; try again later.";
const REFUSED = "The business's system refused the arguments. Nothing was changed.";
const RUNNING =
  "The business's system may still be working on this very request, or have completed it by now. Read the current state before you try again.";

/** Words for the agent where it can act on them; null for the fixed sentence. */
function toAgentError({ code, effect, document }: StatedProblem): AgentError | null {
  if (code === "operation_in_progress") return toTransient(code, RUNNING);
  if (effect !== "none") return null;
  if (code === "too_many_requests") return toTransient(code, readDetail(document) ?? BUSY);
  if (code === "unavailable") return toTransient(code, readDetail(document) ?? BUSY);
  if (code === "invalid_arguments")
    return { category: "validation", code, message: [REFUSED, ...tellFaults(document)].join(" "), retryable: false };
  return null;
}

function toTransient(code: string, message: string): AgentError {
  return { category: "transient", code, message, retryable: true };
}

function readDetail(document: JsonObject): string | null {
  const detail = member(document, "detail");
  return typeof detail === "string" && detail !== "" ? detail : null;
}
