import { NUMBER_KINDS } from "./value-kind.ts";
import { isMultipleOf } from "./decimal.ts";
import { member } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Keyword, KeywordPlace } from "./keyword.ts";

interface Bound {
  readonly name: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";
  readonly words: string;
  readonly holds: (value: number, limit: number) => boolean;
}

const BOUNDS: readonly Bound[] = [
  { name: "minimum", words: "of at least", holds: (value, limit) => value >= limit },
  { name: "maximum", words: "of at most", holds: (value, limit) => value <= limit },
  { name: "exclusiveMinimum", words: "above", holds: (value, limit) => value > limit },
  { name: "exclusiveMaximum", words: "below", holds: (value, limit) => value < limit },
];

/** Doubles compare as their shortest decimal texts do, so that bounds need no decimal arithmetic. */
export const boundKeywords: readonly Keyword[] = BOUNDS.map(({ name, words, holds }) => ({
  name,
  kinds: NUMBER_KINDS,
  read(limit, place) {
    if (typeof limit !== "number") {
      place.refuse("schema_keyword_malformed", `${name} is a number.`);
      return null;
    }
    refuseEmptyRange(place, name);
    return (value, pointer, judgement) => {
      if (typeof value !== "number" || holds(value, limit)) return;
      judgement.add(
        pointer,
        name,
        `expected a number ${words} ${limit}, got ${value}: send a number ${words} ${limit}`,
      );
    };
  },
}));

export const multipleOfKeyword: Keyword = {
  name: "multipleOf",
  kinds: NUMBER_KINDS,
  read(divisor, { refuse }) {
    if (typeof divisor !== "number" || divisor <= 0) {
      refuse("schema_keyword_malformed", "multipleOf is a number above 0.");
      return null;
    }
    return (value, pointer, judgement) => {
      if (typeof value !== "number" || isMultipleOf(value, divisor)) return;
      const message = `expected a multiple of ${divisor}, got ${value}: send a multiple of ${divisor}`;
      judgement.add(pointer, "multipleOf", message);
    };
  },
};

/** Reported once, at the bound of the two that stands last in the table. */
function refuseEmptyRange(place: KeywordPlace, name: string): void {
  const present = BOUNDS.filter((bound) => typeof member(place.schema, bound.name) === "number");
  if (present.at(-1)?.name !== name || hasRoom(place)) return;
  place.refuse("schema_unsatisfiable", "No number lies between the bounds: widen one of them.");
}

function hasRoom({ schema, kinds }: KeywordPlace): boolean {
  const inclusive = [limitOf(schema, "minimum", -Infinity), limitOf(schema, "maximum", Infinity)] as const;
  const exclusive = [
    limitOf(schema, "exclusiveMinimum", -Infinity),
    limitOf(schema, "exclusiveMaximum", Infinity),
  ] as const;
  const least = Math.max(inclusive[0], exclusive[0]);
  const most = Math.min(inclusive[1], exclusive[1]);
  if (kinds.has("fraction")) return least < most || (least === most && exclusive[0] < least && exclusive[1] > most);
  return firstInteger(inclusive[0], exclusive[0]) <= lastInteger(inclusive[1], exclusive[1]);
}

function firstInteger(minimum: number, exclusiveMinimum: number): number {
  return Math.max(Math.ceil(minimum), Math.floor(exclusiveMinimum) + 1);
}

function lastInteger(maximum: number, exclusiveMaximum: number): number {
  return Math.min(Math.floor(maximum), Math.ceil(exclusiveMaximum) - 1);
}

function limitOf(schema: JsonObject, name: Bound["name"], absent: number): number {
  const limit = member(schema, name);
  return typeof limit === "number" ? limit : absent;
}
