import type { OperationIdentity } from "./context.ts";
import type { Evidence, EvidenceKind } from "./evidence.ts";
import { toPointer } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Tool } from "./tool.ts";

/** The evidence of one reply, beside what was asked and how the reply says it went. */
export interface EvidenceReply {
  readonly items: readonly Evidence[];
  readonly status: "succeeded" | "refused";
  readonly tool: Pick<Tool, "producesEvidence" | "mutating" | "action">;
  /** As sent. */
  readonly arguments: JsonObject;
  /** As sent; set exactly when the tool is mutating. */
  readonly operation: OperationIdentity | null;
  readonly now: Date;
}

/** Where the items stand in a reply. */
export const ITEMS_POINTER = "/evidence";

/** An item and the JSON pointer to it. */
export interface PlacedItem<Item extends Evidence> {
  readonly item: Item;
  readonly pointer: string;
}

type EvidenceOf<Kind extends EvidenceKind> = Extract<Evidence, { readonly kind: Kind }>;

export function placeItems(items: readonly Evidence[]): readonly PlacedItem<Evidence>[] {
  return items.map((item, index) => ({ item, pointer: toPointer(ITEMS_POINTER, index) }));
}

/** The items of one kind, with their places. */
export function itemsOfKind<Kind extends EvidenceKind>(
  items: readonly Evidence[],
  kind: Kind,
): readonly PlacedItem<EvidenceOf<Kind>>[] {
  return placeItems(items).flatMap(({ item, pointer }) => (isOfKind(item, kind) ? [{ item, pointer }] : []));
}

function isOfKind<Kind extends EvidenceKind>(item: Evidence, kind: Kind): item is EvidenceOf<Kind> {
  return item.kind === kind;
}

/** Those items whose key an earlier one already has. */
export function repeatedItems<Item extends Evidence>(
  items: readonly PlacedItem<Item>[],
  keyOf: (item: Item) => readonly string[],
): readonly PlacedItem<Item>[] {
  const seen = new Set<string>();
  return items.filter(({ item }) => {
    const key = JSON.stringify(keyOf(item));
    const repeated = seen.has(key);
    seen.add(key);
    return repeated;
  });
}
