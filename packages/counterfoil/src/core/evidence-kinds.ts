import type { EvidenceKind } from "./evidence.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults } from "./evidence-fault.ts";
import { ITEMS_POINTER, itemsOfKind, placeItems } from "./evidence-reply.ts";
import type { EvidenceReply } from "./evidence-reply.ts";
import { toPointer } from "./json.ts";

/** A reply holds only kinds that its tool declares and, when it succeeded, each of them. `checkAction` judges actions. */
export function checkKinds(reply: EvidenceReply): EvidenceFaults {
  return [...checkDeclared(reply), ...(reply.status === "succeeded" ? checkPresent(reply) : SOUND)];
}

function checkDeclared({ items, tool }: EvidenceReply): EvidenceFaults {
  return placeItems(items).flatMap(({ item, pointer }) =>
    item.kind === "action" || tool.producesEvidence.includes(item.kind)
      ? SOUND
      : broken("kind_undeclared", toPointer(pointer, "kind"), "Declare this kind in the tool's `produces_evidence`."),
  );
}

function checkPresent(reply: EvidenceReply): EvidenceFaults {
  return reply.tool.producesEvidence
    .filter((kind) => kind !== "action" && itemsOfKind(reply.items, kind).length === 0 && !isExcused(reply, kind))
    .flatMap((kind) =>
      broken("kind_missing", ITEMS_POINTER, `Add \`${kind}\` evidence: the tool declares it in \`produces_evidence\`.`),
    );
}

/** Nothing found, or a change accepted but not done yet, leaves nothing to say about records. */
function isExcused({ items }: EvidenceReply, kind: EvidenceKind): boolean {
  if (kind === "completeness") return false;
  const collections = itemsOfKind(items, "completeness");
  const nothingFound = collections.length > 0 && collections.every(({ item }) => item.returned === 0);
  return nothingFound || itemsOfKind(items, "action").some(({ item }) => item.result === "accepted");
}
