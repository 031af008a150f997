import type { IncomingCall, ToolReply } from "../contracts/contract.ts";
import { toAttemptedQuery } from "../contracts/domain-pack/attempted-query.ts";
import { checkEvidence } from "../core/check-evidence.ts";
import { checkJson } from "../core/check-json.ts";
import type { OperationIdentity } from "../core/context.ts";
import { REPLY_LIMITS } from "../core/json-limits.ts";
import type { AgentError } from "../core/outcome.ts";
import type { Tool } from "../core/tool.ts";
import { HandlerReplyError } from "./faults.ts";
import type { EvidenceDraft, Refusal, Success } from "./handler-reply.ts";

export interface JudgeParams {
  readonly tool: Tool;
  readonly call: IncomingCall;
  /** Set exactly for actions. */
  readonly operation: OperationIdentity | null;
  readonly now: Date;
}

/** Turns what a handler returned into a reply that may be sent; throws a HandlerReplyError that says why it may not. */
export function judgeReply(answer: Success | Refusal, params: JudgeParams): ToolReply {
  const { evidence: drafts = [], ...rest } = answer;
  const status = answer.kind === "refused" ? "refused" : "succeeded";
  const { tool, call, operation, now } = params;
  const evidence = checkEvidence({
    items: requireJson(operation === null ? drafts : fillIn(drafts, status, { ...params, operation })),
    status,
    tool,
    arguments: call.arguments,
    operation,
    now,
  });
  if (!evidence.ok) throw new HandlerReplyError(evidence.faults);
  requireJson(rest);
  return answer.kind === "refused"
    ? { status, evidence: evidence.value, text: null, data: undefined, store: null, error: toError(answer, params) }
    : {
        status,
        evidence: evidence.value,
        text: answer.text,
        data: answer.data,
        store: answer.store ?? null,
        error: null,
      };
}

function requireJson(value: unknown) {
  const checked = checkJson(value, REPLY_LIMITS);
  if (!checked.ok) throw new HandlerReplyError(checked.faults);
  return checked.value;
}

function toError({ category, code, message, retryable, partialResults }: Refusal, params: JudgeParams): AgentError {
  const attemptedQuery = attemptedQueryOf(params);
  return {
    category,
    code,
    message,
    retryable,
    attemptedQuery,
    ...(partialResults === undefined ? {} : { partialResults }),
  };
}

export function attemptedQueryOf({ call, tool }: Pick<JudgeParams, "call" | "tool">): string | null {
  return toAttemptedQuery(call.arguments, tool.parameters.document);
}

type ActionParams = JudgeParams & { readonly operation: OperationIdentity };

/** Gives action items the identity of their operation; a reply without one gets the item that its outcome proves. */
function fillIn(
  drafts: readonly EvidenceDraft[],
  status: ToolReply["status"],
  { tool, operation, now }: ActionParams,
): readonly object[] {
  const identity = { action: tool.action, operation_id: operation.id, request_fingerprint: operation.fingerprint };
  const filled = drafts.map((draft) => (draft.kind === "action" ? { ...identity, ...draft } : draft));
  if (drafts.some(({ kind }) => kind === "action")) return filled;
  const as_of = now.toISOString();
  const result = status === "refused" ? { result: "refused" } : { result: "done", effected_at: as_of };
  return [...filled, { id: freeId(drafts), kind: "action", as_of, ...identity, ...result }];
}

function freeId(drafts: readonly EvidenceDraft[]): string {
  const taken = new Set(drafts.map(({ id }) => id));
  let id = "action";
  for (let suffix = 2; taken.has(id); suffix += 1) id = `action_${suffix}`;
  return id;
}
