import type { JsonValue } from "./json.ts";

/** One thing an adapter asks the platform to remember: Markdown the agent reads; null deletes or hides the key. */
export interface StoreEntry {
  readonly key: string;
  readonly value: string | null;
}

/** What an adapter asks the platform to remember about a contact (domain-pack contract, "Keep what the agent should know"). */
export interface StoreUpdate {
  /** True: lives with the conversation. False: durable, under the contact's key. */
  readonly isTemporary: boolean;
  readonly entries: readonly StoreEntry[];
  readonly facts: Readonly<Record<string, JsonValue>>;
}

export type FactType = "boolean" | "string" | "number" | "integer";

/** A fact that a Domain Pack declares. */
export interface FactDeclaration {
  readonly type: FactType;
  readonly default?: JsonValue;
}
