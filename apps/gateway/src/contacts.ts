import type { FactDeclaration, FactType, JsonObject, JsonValue } from "counterfoil/core";
import { toContactKey } from "./caller.ts";
import type { ContactAddress } from "./store/contacts.ts";
import type { Conversation } from "./store/conversations.ts";
import type { Store } from "./store/store.ts";

/** Where the contact of the conversation is remembered; null where it names no domain and contact. */
export function toContactAddress(conversation: Conversation): ContactAddress | null {
  const contactKey = toContactKey(conversation);
  if (conversation.domainId === null || contactKey === null) return null;
  return {
    workspaceId: conversation.workspaceId,
    domainId: conversation.domainId,
    contactKey,
    conversationId: conversation.id,
  };
}

/** The facts that hold for the conversation's contact now, defaults left out. */
export async function readContactFacts(store: Store, conversation: Conversation): Promise<JsonObject> {
  const address = toContactAddress(conversation);
  if (address === null) return {};
  const facts = await store.contacts.facts(address);
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
}

/** Leaves out facts whose value is not of the declared type; null deletes one and fits every type, undeclared facts are kept. */
export function keepDeclaredTypes(facts: JsonObject, declared: Readonly<Record<string, FactDeclaration>>): JsonObject {
  const fits = ([name, value]: readonly [string, JsonValue]): boolean => {
    const type = Object.hasOwn(declared, name) ? declared[name]?.type : undefined;
    return type === undefined || value === null || isOfType(value, type);
  };
  return Object.fromEntries(Object.entries(facts).filter(fits));
}

function isOfType(value: JsonValue, type: FactType): boolean {
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
