import { countNoun } from "./shown-value.ts";
import { isJsonArray, member } from "../json.ts";
import type { JsonValue } from "../json.ts";
import type { Keyword, KeywordPlace } from "./keyword.ts";
import type { KindSet, ValueKind } from "./value-kind.ts";

interface Measure {
  readonly kinds: KindSet;
  readonly noun: string;
  readonly least: string;
  readonly most: string;
  /** Null for a value it does not measure. */
  readonly sizeOf: (value: JsonValue) => number | null;
}

const MEASURES: readonly Measure[] = [
  {
    kinds: new Set<ValueKind>(["string"]),
    noun: "character",
    least: "minLength",
    most: "maxLength",
    sizeOf: (value) => (typeof value === "string" ? countCodePoints(value) : null),
  },
  {
    kinds: new Set<ValueKind>(["array"]),
    noun: "item",
    least: "minItems",
    most: "maxItems",
    sizeOf: (value) => (isJsonArray(value) ? value.length : null),
  },
];

export const sizeKeywords: readonly Keyword[] = MEASURES.flatMap((measure) => [
  defineLeast(measure),
  defineMost(measure),
]);

function defineLeast({ least, kinds, noun, sizeOf }: Measure): Keyword {
  return {
    name: least,
    kinds,
    read(bound, place) {
      if (!isSize(bound)) return refuseBound(place, least);
      return (value, pointer, judgement) => {
        const size = sizeOf(value);
        if (size === null || size >= bound) return;
        const message = `expected at least ${countNoun(bound, noun)}, got ${size}: send ${bound - size} more`;
        judgement.add(pointer, least, message);
      };
    },
  };
}

function defineMost({ least, most, kinds, noun, sizeOf }: Measure): Keyword {
  return {
    name: most,
    kinds,
    read(bound, place) {
      if (!isSize(bound)) return refuseBound(place, most);
      const minimum = member(place.schema, least);
      if (isSize(minimum) && minimum > bound) {
        place.refuse("schema_unsatisfiable", `${least} is above ${most}: nothing can fit both.`);
      }
      return (value, pointer, judgement) => {
        const size = sizeOf(value);
        if (size === null || size <= bound) return;
        const message = `expected at most ${countNoun(bound, noun)}, got ${size}: send ${size - bound} fewer`;
        judgement.add(pointer, most, message);
      };
    },
  };
}

function refuseBound({ refuse }: KeywordPlace, name: string): null {
  refuse("schema_keyword_malformed", `${name} is a whole number of at least 0.`);
  return null;
}

function isSize(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.codePointAt(index) ?? 0;
    if (unit > 0xffff) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
