import type { StoreEntry, StoreUpdate } from "../../core/facts.ts";
import { isJsonObject } from "../../core/json.ts";
import { utf8Length } from "../../core/utf8.ts";
import type { MemberReader } from "../member-reader.ts";

const CODE = "store";
const MAX_ENTRIES = 100;
const MAX_ENTRY_BYTES = 4096;
const MAX_FACTS = 100;

/** Whose a store is: byte for byte as the context sent them. */
export interface StoreOwner {
  readonly partnerId: string | null;
  readonly phone: string | null;
}

function toStoreKey({ partnerId, phone }: StoreOwner): string {
  return `${partnerId ?? ""}/${phone ?? ""}`;
}

/** Gives what shall be remembered its place in a success envelope ("Keep what the agent should know"). */
export function toWireStore({ isTemporary, entries, facts }: StoreUpdate, owner: StoreOwner): object {
  return {
    isTemporary,
    ...(isTemporary ? {} : { storeKey: toStoreKey(owner) }),
    data: entries.map(({ key, value }) => ({ key, value })),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
  };
}

/** The member `store` of a success envelope; null when it has none, undefined when a fault was reported. */
export function readStore(envelope: MemberReader, owner: StoreOwner): StoreUpdate | null | undefined {
  if (!envelope.has("store")) return null;
  const reader = envelope.members("store", CODE);
  if (reader === undefined) return undefined;
  const isTemporary = reader.boolean("isTemporary", CODE);
  if (isTemporary === false || reader.has("storeKey")) checkStoreKey(reader, owner);
  const entries = readEntries(reader);
  const facts = readFacts(reader);
  if (isTemporary === undefined || entries === undefined || facts === undefined) return undefined;
  return { isTemporary, entries, facts };
}

function checkStoreKey(reader: MemberReader, owner: StoreOwner): void {
  const storeKey = reader.string("storeKey", CODE);
  if (storeKey === undefined || storeKey === toStoreKey(owner)) return;
  reader.fault(CODE, ["storeKey"], "storeKey must be partnerId/phone exactly as context sent them: build it unchanged");
}

function readEntries(reader: MemberReader): readonly StoreEntry[] | undefined {
  if (!reader.has("data")) return [];
  const items = reader.array("data", CODE);
  if (items === undefined) return undefined;
  if (items.length > MAX_ENTRIES) return reader.fault(CODE, ["data"], `data holds more than ${MAX_ENTRIES} entries`);
  return items.flatMap((item, index) => {
    if (!isJsonObject(item)) {
      return reader.fault(CODE, ["data", index], "An entry is an object with key and value") ?? [];
    }
    const entry = readEntry(reader.inside(item, "data", index));
    return entry === undefined ? [] : [entry];
  });
}

function readEntry(reader: MemberReader): StoreEntry | undefined {
  const key = reader.text("key", CODE);
  const value = reader.at("value");
  if (key === undefined) return undefined;
  if (value !== null && typeof value !== "string") return reader.expected(CODE, "value", "a string or null");
  return utf8Length(key) + utf8Length(value ?? "") > MAX_ENTRY_BYTES
    ? reader.fault(CODE, ["value"], `An entry has at most ${MAX_ENTRY_BYTES} bytes: shorten it`)
    : { key, value };
}

function readFacts(reader: MemberReader): StoreUpdate["facts"] | undefined {
  if (!reader.has("facts")) return {};
  const facts = reader.members("facts", CODE)?.object;
  if (facts === undefined) return undefined;
  return Object.keys(facts).length > MAX_FACTS
    ? reader.fault(CODE, ["facts"], `facts holds more than ${MAX_FACTS} facts`)
    : facts;
}
