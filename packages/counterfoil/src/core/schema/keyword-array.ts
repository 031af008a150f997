import { SCHEMA_LIMITS } from "./schema-limits.ts";
import { isJsonArray, member, toPointer } from "../json.ts";
import { toCanonicalJson } from "../canonical-json.ts";
import type { Judgement } from "./judgement.ts";
import type { Check, Keyword, KeywordPlace } from "./keyword.ts";
import type { JsonArray } from "../json.ts";
import type { KindSet, ValueKind } from "./value-kind.ts";

const ARRAYS: KindSet = new Set<ValueKind>(["array"]);

export const itemsKeyword: Keyword = {
  name: "items",
  kinds: ARRAYS,
  read(items, place) {
    if (isJsonArray(items)) {
      place.refuse(
        "schema_keyword_malformed",
        "items is one schema for every item: a list of schemas is not supported.",
      );
      return null;
    }
    const item = place.readChild(items);
    return (value, pointer, judgement) => {
      if (!isJsonArray(value)) return;
      for (const [index, entry] of value.entries()) {
        if (judgement.isFull) return;
        item.check(entry, toPointer(pointer, index), judgement);
      }
    };
  },
};

export const uniqueItemsKeyword: Keyword = {
  name: "uniqueItems",
  kinds: ARRAYS,
  read(isUnique, place) {
    if (typeof isUnique !== "boolean") {
      place.refuse("schema_keyword_malformed", "uniqueItems is true or false.");
      return null;
    }
    return isUnique ? readUnique(place) : null;
  },
};

function readUnique(place: KeywordPlace): Check | null {
  const most = member(place.schema, "maxItems");
  if (typeof most !== "number" || most > SCHEMA_LIMITS.maxUniqueItems) {
    const message = `uniqueItems needs a maxItems of at most ${SCHEMA_LIMITS.maxUniqueItems} beside it.`;
    place.refuse("schema_unique_items_unbounded", message);
    return null;
  }
  return (value, pointer, judgement) => {
    // An array over its limit is refused already: comparing all of it is what the limit prevents.
    if (isJsonArray(value) && value.length <= most) addDuplicate(value, pointer, judgement);
  };
}

function addDuplicate(items: JsonArray, pointer: string, judgement: Judgement): void {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = toCanonicalJson(item);
    const earlier = seen.get(text);
    if (earlier !== undefined) {
      const message = `expected items that all differ, got the same at ${earlier} and ${index}: send each once`;
      judgement.add(pointer, "uniqueItems", message);
      return;
    }
    seen.set(text, index);
  }
}
