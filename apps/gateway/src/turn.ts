import type { Caller } from "./caller.ts";
import type { Gateway } from "./gateway.ts";
import type { Turn } from "./store/conversations.ts";

/** A turn that no application opened ends after this long without a call. */
const IMPLICIT_TURN_IDLE_MS = 60_000;
/** How precisely a turn's last call is kept: calls in quick succession write it once. */
const LAST_CALL_PRECISION_MS = 1000;

/** The number of the turn that a call made now belongs to; 1 where the conversation has none yet. */
export function turnAt(current: Turn | null, now: Date): number {
  if (current === null) return 1;
  return isOver(current, now) ? current.number + 1 : current.number;
}

/** Makes the call's turn the present one and keeps it from ending; done once nothing can refuse the call any more. */
export async function enterTurn(gateway: Gateway, caller: Caller, now: Date): Promise<void> {
  const { conversation, lastCallAt } = caller;
  if (lastCallAt !== null && now.getTime() - lastCallAt.getTime() < LAST_CALL_PRECISION_MS) return;
  const { workspaceId, id } = conversation;
  await gateway.store.conversations.enterTurn({ workspaceId, conversationId: id, now, idleMs: IMPLICIT_TURN_IDLE_MS });
}

function isOver(turn: Turn, now: Date): boolean {
  return !turn.explicit && now.getTime() - turn.lastCallAt.getTime() > IMPLICIT_TURN_IDLE_MS;
}
