import { EVERY_KIND, kindOf } from "./value-kind.ts";
import { adviseUnquoting, readQuotedValue } from "./kind-advice.ts";
import { findNearestText } from "./nearest-text.ts";
import { isJsonArray } from "../json.ts";
import { listShown, nameValue, showText, showValue } from "./shown-value.ts";
import { toCanonicalJson } from "../canonical-json.ts";
import type { Check, Keyword, KeywordPlace } from "./keyword.ts";
import type { JsonArray, JsonValue } from "../json.ts";

export const enumKeyword: Keyword = {
  name: "enum",
  kinds: EVERY_KIND,
  read(allowed, place) {
    if (!isJsonArray(allowed) || allowed.length === 0) {
      place.refuse("schema_keyword_malformed", "enum lists at least one allowed value.");
      return null;
    }
    for (const [index, value] of allowed.entries()) refuseUnreachable(value, place, index);
    return checkAllowed("enum", allowed);
  },
};

export const constKeyword: Keyword = {
  name: "const",
  kinds: EVERY_KIND,
  read(value, place) {
    refuseUnreachable(value, place);
    return checkAllowed("const", [value]);
  },
};

function refuseUnreachable(value: JsonValue, place: KeywordPlace, ...tokens: readonly number[]): void {
  if (place.kinds.has(kindOf(value))) return;
  const message = `${nameValue(value)} can never be sent, for its type is not allowed here: take it out, or widen type.`;
  place.refuse("schema_unsatisfiable", message, ...tokens);
}

function checkAllowed(keyword: string, allowed: JsonArray): Check {
  const known = new Set(allowed.map(toCanonicalJson));
  return (value, pointer, judgement) => {
    if (known.has(toCanonicalJson(value))) return;
    const listed = listShown(allowed.map(showValue));
    const expected = allowed.length === 1 ? listed : `one of ${listed}`;
    const advice = adviseAllowed(allowed, value);
    judgement.add(pointer, keyword, `expected ${expected}, got ${nameValue(value)}: ${advice}`);
  };
}

function adviseAllowed(allowed: JsonArray, value: JsonValue): string {
  const texts = allowed.filter((member) => typeof member === "string");
  if (typeof value === "string") {
    const meant = readQuotedValue(value);
    if (meant !== undefined && allowed.includes(meant)) return adviseUnquoting(value, kindOf(meant));
    const nearest = findNearestText(value, texts);
    if (nearest !== null) return `nearest allowed value ${showText(nearest)}`;
  } else if (texts.includes(showValue(value))) return `send ${showText(showValue(value))} in quotes`;
  return allowed.length === 1 ? "send exactly that" : "send one of them exactly";
}
