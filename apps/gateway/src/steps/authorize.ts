import { ProblemError } from "counterfoil/core";
import type { Caller, Principal } from "../caller.ts";
import type { Gateway } from "../gateway.ts";
import { turnAt } from "../turn.ts";

/** Decides in which conversation the principal calls; a token's conversation cannot be chosen. */
export async function authorize(
  gateway: Gateway,
  principal: Principal,
  conversationId: string | null,
): Promise<Caller> {
  const id = requireConversationId(principal, conversationId);
  const conversation = await gateway.store.conversations.find(principal.workspaceId, id);
  if (conversation === null) {
    throw new ProblemError("not_found", "There is no such conversation; create it with PUT /v1/conversations/{id}.");
  }
  const current = await gateway.store.conversations.currentTurn(principal.workspaceId, id);
  const turn = turnAt(current, gateway.clock());
  return { principal, conversation, turn, lastCallAt: current?.number === turn ? current.lastCallAt : null };
}

function requireConversationId(principal: Principal, asked: string | null): string {
  if (principal.kind === "token") {
    if (asked === null || asked === principal.conversationId) return principal.conversationId;
    throw new ProblemError("not_found", "There is no such conversation for this token; leave `conversation` out.");
  }
  if (principal.scope === "read")
    throw new ProblemError("forbidden", "A read key cannot call tools; use one with scope app.");
  if (asked === null) throw new ProblemError("invalid_request", "Name the conversation in `conversation`.");
  return asked;
}
