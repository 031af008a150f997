import type { Conversation } from "./store/conversations.ts";
import type { KeyScope } from "./store/keys.ts";

/** Whoever holds an accepted credential of a workspace. */
export type Principal =
  | { readonly kind: "key"; readonly workspaceId: string; readonly id: string; readonly scope: KeyScope }
  | { readonly kind: "token"; readonly workspaceId: string; readonly id: string; readonly conversationId: string };

/** A principal inside one conversation, at one turn: what a tool call is made by. */
export interface Caller {
  readonly principal: Principal;
  readonly conversation: Conversation;
  /** The turn a call made now belongs to. */
  readonly turn: number;
  /** When that turn saw its last call; null where this is its first. */
  readonly lastCallAt: Date | null;
}

/** `partnerId/phone`, byte for byte: the key of the contact's durable context; null where the conversation names no contact. */
export function toContactKey(conversation: Conversation): string | null {
  const { partnerId, phone } = conversation;
  return partnerId === null || phone === null ? null : `${partnerId}/${phone}`;
}
