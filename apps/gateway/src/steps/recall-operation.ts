import { ProblemError } from "counterfoil/core";
import type { Caller } from "../caller.ts";
import type { Gateway } from "../gateway.ts";
import { toIntentHash } from "../intent-hash.ts";
import type { IdempotencyKey, OperationRecord } from "../store/operations.ts";
import type { ToolCallRequest } from "../tool-call.ts";

/**
 * Finds the operation that a repeated call means, before tools, facts or schemas are judged: those judge only new ones.
 *
 * Reading tools have none, whatever key is sent. An idempotency key names its operation; otherwise an equal intent attaches to one that
 * is open or unknown in the conversation, and the immediate repeat within the turn gets the answer that stands.
 */
export async function recallOperation(
  gateway: Gateway,
  caller: Caller,
  request: ToolCallRequest,
): Promise<OperationRecord | null> {
  const { workspaceId } = caller.principal;
  const offer = await gateway.offers.of(workspaceId);
  if (offer.get(request.toolName)?.tool.mutating === false) return null;
  const named = await gateway.store.connections.findOfferedName(workspaceId, request.toolName);
  if (named === null) return null;
  const intentHash = toIntentHash(caller.conversation, named, request.arguments ?? {});
  const key = toIdempotencyKey(caller, request);
  if (key !== null) {
    const keyed = await gateway.store.operations.findByIdempotencyKey(workspaceId, key);
    if (keyed !== null) return requireSameIntent(keyed, intentHash);
  }
  if (request.newIntent) return null;
  const open = await gateway.store.operations.findOpenIntent(workspaceId, caller.conversation.id, intentHash);
  return open ?? (key === null ? await findImmediateRepeat(gateway, caller, intentHash) : null);
}

/** Keys of applications name operations in the whole workspace, those of agents in their conversation. */
export function toIdempotencyKey(caller: Caller, request: ToolCallRequest): IdempotencyKey | null {
  if (request.idempotencyKey === null) return null;
  const { principal } = caller;
  return {
    scope: principal.kind === "token" ? `conversation ${principal.conversationId}` : "workspace",
    key: request.idempotencyKey,
  };
}

/** Shows nothing of the operation that holds the key. */
export function requireSameIntent(operation: OperationRecord, intentHash: string): OperationRecord {
  if (operation.intentHash === intentHash) return operation;
  throw new ProblemError(
    "idempotency_conflict",
    "This Idempotency-Key was used for another tool, subject or arguments; send a new key for a new request.",
  );
}

async function findImmediateRepeat(
  gateway: Gateway,
  caller: Caller,
  intentHash: string,
): Promise<OperationRecord | null> {
  const { workspaceId, conversation, turn } = { ...caller.principal, ...caller };
  const last = await gateway.store.operations.findLastOfTurn(workspaceId, conversation.id, turn);
  if (last === null || last.intentHash !== intentHash) return null;
  return last.state === "succeeded" || last.state === "refused" ? last : null;
}
