import type { Principal } from "./caller.ts";
import type { Gateway } from "./gateway.ts";
import { authorize } from "./steps/authorize.ts";
import { checkArguments } from "./steps/check-arguments.ts";
import { checkFacts } from "./steps/check-facts.ts";
import { dispatch } from "./steps/dispatch.ts";
import { followOperation } from "./steps/follow-operation.ts";
import { judgeReply } from "./steps/judge-reply.ts";
import { recallOperation } from "./steps/recall-operation.ts";
import { recordIntent } from "./steps/record-intent.ts";
import { resolveTool } from "./steps/resolve-tool.ts";
import { settle } from "./steps/settle.ts";
import type { ToolCallRequest, ToolCallResult } from "./tool-call.ts";

/**
 * Runs one tool call from request to outcome; this is the product.
 *
 * Until the intent is recorded a step may throw a `ProblemError`: nothing is stored, nothing sent. From then on faults are data, and
 * every call ends in exactly one outcome: succeeded, refused, failed (nothing happened, proven) or unknown.
 */
export async function callTool(
  gateway: Gateway,
  principal: Principal,
  request: ToolCallRequest,
): Promise<ToolCallResult> {
  const caller = await authorize(gateway, principal, request.conversationId);
  const known = await recallOperation(gateway, caller, request);
  if (known !== null) return followOperation(gateway, caller, request, known);

  const offered = await resolveTool(gateway, caller, request.toolName);
  await checkFacts(gateway, caller, offered);
  const call = checkArguments(gateway, caller, offered, request);

  const intent = await recordIntent(gateway, call);
  if (intent.kind === "existing") return followOperation(gateway, caller, request, intent.operation);

  const delivery = await dispatch(gateway, intent);
  const answer = judgeReply(gateway, intent, delivery);
  return settle(gateway, intent, delivery, answer);
}
