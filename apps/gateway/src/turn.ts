import type { Turn } from "./store/conversations.ts";

/** A turn that no application opened ends after this long without a call. */
export const IMPLICIT_TURN_IDLE_MS = 60_000;

/** The number of the turn that a call made now belongs to; 1 where the conversation has none yet. */
export function turnAt(current: Turn | null, now: Date): number {
  if (current === null) return 1;
  return isOver(current, now) ? current.number + 1 : current.number;
}

function isOver(turn: Turn, now: Date): boolean {
  return !turn.explicit && now.getTime() - turn.lastCallAt.getTime() > IMPLICIT_TURN_IDLE_MS;
}
