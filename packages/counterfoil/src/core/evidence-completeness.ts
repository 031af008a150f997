import { isEqualJson } from "./equal-json.ts";
import type { CompletenessEvidence } from "./evidence.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults } from "./evidence-fault.ts";
import { itemsOfKind, repeatedItems } from "./evidence-reply.ts";
import type { EvidenceReply, PlacedItem } from "./evidence-reply.ts";
import { member, toPointer } from "./json.ts";

/** What a reply says about a collection agrees with itself, with the items, and with what was asked. */
export function checkCompleteness(reply: EvidenceReply): EvidenceFaults {
  const collections = itemsOfKind(reply.items, "completeness");
  const repeated = repeatedItems(collections, (item) => [item.collection]);
  return [
    ...repeated.flatMap(({ pointer }) =>
      broken("completeness_repeated", toPointer(pointer, "collection"), "Send one `completeness` per collection."),
    ),
    ...collections.flatMap((collection) => [
      ...checkReturned(reply, collection),
      ...checkQuery(reply, collection),
      ...checkTotals(collection),
    ]),
  ];
}

function checkReturned(reply: EvidenceReply, { item, pointer }: PlacedItem<CompletenessEvidence>): EvidenceFaults {
  const entities = itemsOfKind(reply.items, "entity").filter((entity) => entity.item.type === item.collection);
  if (entities.length === item.returned) return SOUND;
  const message = `The reply holds ${entities.length} entities of this type: send that number, or the missing entities.`;
  return broken("returned_mismatch", toPointer(pointer, "returned"), message);
}

function checkQuery(reply: EvidenceReply, { item, pointer }: PlacedItem<CompletenessEvidence>): EvidenceFaults {
  return Object.entries(item.query).flatMap(([name, value]) => {
    const sent = member(reply.arguments, name);
    if (sent !== undefined && isEqualJson(value, sent)) return SOUND;
    const place = toPointer(toPointer(pointer, "query"), name);
    return broken("query_mismatch", place, "Send the argument of this name exactly as it came, or leave it out.");
  });
}

function checkTotals({ item, pointer }: PlacedItem<CompletenessEvidence>): EvidenceFaults {
  const { complete, returned, total = returned, next } = item;
  return [
    ...(complete && next !== undefined
      ? broken("complete_with_next", toPointer(pointer, "next"), "A complete collection has no next page.")
      : SOUND),
    ...((complete && total !== returned) || total < returned
      ? broken("total_mismatch", toPointer(pointer, "total"), "`total` is `returned` when complete, and never less.")
      : SOUND),
  ];
}
