import { expect, it } from "vitest";
import type { Turn } from "./store/conversations.ts";
import { turnAt } from "./turn.ts";

const turn = (explicit: boolean, idleMs: number): Turn => ({
  workspaceId: "ws",
  conversationId: "c",
  number: 4,
  explicit,
  openedAt: new Date(0),
  lastCallAt: new Date(1_000_000 - idleMs),
});
const now = new Date(1_000_000);

it.each([
  ["a conversation without a turn begins with the first", null, 1],
  ["an opened turn lasts, however idle", turn(true, 3_600_000), 4],
  ["an implicit turn lasts for a minute", turn(false, 60_000), 4],
  ["and has ended after it", turn(false, 60_001), 5],
])("%s", (_title, current, expected) => {
  expect(turnAt(current, now)).toBe(expected);
});
