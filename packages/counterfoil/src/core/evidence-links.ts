import type { Evidence } from "./evidence.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults } from "./evidence-fault.ts";
import { itemsOfKind, placeItems, repeatedItems } from "./evidence-reply.ts";
import type { EvidenceReply } from "./evidence-reply.ts";
import { toPointer } from "./json.ts";

/** Every name is given once, and every link leads to an entity of the same reply. */
export function checkLinks({ items }: EvidenceReply): EvidenceFaults {
  const entities = itemsOfKind(items, "entity");
  const ids = new Set(entities.map(({ item }) => item.id));
  return [
    ...repeatedItems(placeItems(items), (item) => [item.id]).flatMap(({ pointer }) =>
      broken("id_repeated", toPointer(pointer, "id"), "Give every item of the reply an id of its own."),
    ),
    ...repeatedItems(entities, (item) => [item.type, item.ref]).flatMap(({ pointer }) =>
      broken("entity_repeated", toPointer(pointer, "ref"), "Send one `entity` per record, and link to it."),
    ),
    ...repeatedItems(itemsOfKind(items, "value"), (item) => [item.entity, item.name]).flatMap(({ pointer }) =>
      broken("value_repeated", toPointer(pointer, "name"), "Send one value per entity and name."),
    ),
    ...placeItems(items).flatMap(({ item, pointer }) => {
      const link = linkOf(item);
      if (link === undefined || ids.has(link)) return SOUND;
      return broken("link_broken", toPointer(pointer, "entity"), "Link to the `id` of an `entity` item of this reply.");
    }),
  ];
}

function linkOf(item: Evidence): string | undefined {
  return "entity" in item ? item.entity : undefined;
}
