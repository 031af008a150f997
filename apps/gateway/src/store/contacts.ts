import type { JsonValue, StoreUpdate } from "counterfoil/core";

/** Whose context: a domain's contact, seen from one conversation. */
export interface ContactAddress {
  readonly workspaceId: string;
  readonly domainId: string;
  /** `partnerId/phone`, byte for byte. */
  readonly contactKey: string;
  readonly conversationId: string;
}

/**
 * What one settled call asks to remember.
 *
 * Of one key the write of the call that was sent last stands, however late it settles: a write is skipped where the same key holds
 * one of a later `callId` (ids are time-ordered). Applying the same call's write twice changes nothing.
 */
export interface ContactWrite {
  readonly address: ContactAddress;
  readonly update: StoreUpdate;
  readonly callId: string;
  readonly turn: number;
  readonly at: Date;
}

export interface ContactEntry {
  readonly key: string;
  /** Markdown for the agent. */
  readonly value: string;
  readonly isTemporary: boolean;
  readonly turn: number;
  readonly callId: string;
  readonly at: Date;
}

export interface ContactFact {
  readonly name: string;
  readonly value: JsonValue;
  readonly isTemporary: boolean;
  readonly callId: string;
  readonly at: Date;
}

/** No more of either shows, however many calls have written: the newest. */
export const MAX_SHOWN_ITEMS = 100;

/** A fact whose value is null counts as deleted or hidden, like an entry's. */
export interface ContactStore {
  /** What shows in the conversation: per key the newest of durable and temporary; deleted and hidden keys left out. In order of first writing; at most 100. */
  entries(address: ContactAddress): Promise<readonly ContactEntry[]>;
  /** As `entries`. */
  facts(address: ContactAddress): Promise<readonly ContactFact[]>;
}
