import type { Evidence } from "./evidence.ts";
import { checkAction } from "./evidence-action.ts";
import { checkCompleteness } from "./evidence-completeness.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFault, EvidenceFaults } from "./evidence-fault.ts";
import { checkEvidenceItem } from "./evidence-item.ts";
import { checkKinds } from "./evidence-kinds.ts";
import { checkLinks } from "./evidence-links.ts";
import { ITEMS_POINTER, placeItems } from "./evidence-reply.ts";
import type { EvidenceReply } from "./evidence-reply.ts";
import { isJsonArray, toPointer } from "./json.ts";
import type { JsonValue } from "./json.ts";
import { faulty, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { parseInstant } from "./time.ts";

const MAX_ITEMS = 200;
const MAX_CLOCK_AHEAD_MS = 30_000;

/** A reply may break a rule thousands of times; nobody reads further than this. */
export const MAX_EVIDENCE_FAULTS = 100;

/** A reply whose evidence is still as it came: `items` is its member `evidence`, undefined when absent. */
export interface EvidenceCheckParams extends Omit<EvidenceReply, "items"> {
  readonly items: JsonValue | undefined;
}

/**
 * Judges the evidence of one reply (provider contract §4.1, §4.2): all of it is sound, or none of it may be used.
 *
 * Gives typed items, or the faults: those of single items first, and only where every item is sound by itself those of
 * the reply as a whole, so that one mistake is told once. Pointers start at the reply (`/evidence/0/…`).
 */
export function checkEvidence({ items, ...reply }: EvidenceCheckParams): Result<readonly Evidence[], EvidenceFault> {
  const itemFaults = checkItems(items);
  if (!isSound(items, itemFaults)) return refuse(itemFaults);
  const replyFaults = checkReply({ ...reply, items });
  return replyFaults.length === 0 ? ok(items) : refuse(replyFaults);
}

function checkItems(items: JsonValue | undefined): EvidenceFaults {
  if (!isJsonArray(items)) {
    return broken("items_not_array", ITEMS_POINTER, "Send `evidence` as an array of items; it may be empty.");
  }
  if (items.length > MAX_ITEMS) {
    const message = `Send at most ${MAX_ITEMS} items; for more, answer in pages and say so with \`completeness\`.`;
    return broken("too_many_items", ITEMS_POINTER, message);
  }
  return items.flatMap((item, index) => checkEvidenceItem(item, toPointer(ITEMS_POINTER, index)));
}

/** Items without a fault are what the types say: `checkEvidenceItem` knows each kind's members by its type. */
function isSound(_items: unknown, itemFaults: EvidenceFaults): _items is readonly Evidence[] {
  return itemFaults.length === 0;
}

function checkReply(reply: EvidenceReply): EvidenceFaults {
  return [checkAge, checkKinds, checkLinks, checkCompleteness, checkAction].flatMap((check) => check(reply));
}

function checkAge({ items, now }: EvidenceReply): EvidenceFaults {
  const latest = now.getTime() + MAX_CLOCK_AHEAD_MS;
  return placeItems(items).flatMap(({ item, pointer }) =>
    (parseInstant(item.as_of) ?? Infinity) <= latest
      ? SOUND
      : broken("as_of_in_future", toPointer(pointer, "as_of"), "Send the moment of the look-up; set the clock right."),
  );
}

function refuse(faults: EvidenceFaults): Result<never, EvidenceFault> {
  return faulty(...faults.slice(0, MAX_EVIDENCE_FAULTS));
}
