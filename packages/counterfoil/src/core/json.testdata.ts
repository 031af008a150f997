<<<<<<< HEAD
import * as fc from "fast-check";
import type { JsonValue } from "./json.ts";

/** Any JSON value, nested a few levels. */
export const jsonValues: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }),
    fc.array(tie("value")),
    fc.dictionary(fc.string(), tie("value")),
  ),
})).value;
=======
import fc from "fast-check";
import type { JsonValue } from "./json.ts";

const FORBIDDEN = ["__proto__", "constructor", "prototype"];
const MAX = Number.MAX_SAFE_INTEGER;

const texts = fc.string({ unit: "binary", maxLength: 12 });
const keys = fc.oneof(texts, fc.constantFrom("a", "b", "", "1", "10", "toString", "\ufb33", "😀", "a/b~c"));
const numbers = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, 1e15, 1e-7, 0.1, MAX, -MAX),
  fc.double({ min: -MAX, max: MAX, noNaN: true }).map((value) => value + 0),
);

/** Any value that `parseJson` can give. */
export const jsonValues: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(
      keys.filter((key) => !FORBIDDEN.includes(key)),
      tie("value"),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

/** Writes a value with white space, escapes, key order and number spellings of the generator's choice. */
export function spell(value: JsonValue, choose: fc.GeneratorValue): string {
  const space = () => choose(fc.constantFrom, "", " ", "\n", "\t", "\r\n  ");
  const list = (items: readonly string[]) => items.map((item) => space() + item + space()).join(",");
  if (typeof value === "string") return spellText(value, choose);
  if (typeof value === "number") return choose(fc.constantFrom, ...spellNumber(value));
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${list(value.map((item: JsonValue) => spell(item, choose))) || space()}]`;
  const members = Object.entries(value).map(
    ([key, item]) => `${spellText(key, choose)}${space()}:${space()}${spell(item, choose)}`,
  );
  return `{${list(choose(fc.shuffledSubarray, members, { minLength: members.length })) || space()}}`;
}

function spellText(text: string, choose: fc.GeneratorValue): string {
  const units = Array.from(text, (character) => {
    const escapes = character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
    return choose(
      fc.constantFrom,
      JSON.stringify(character).slice(1, -1),
      escapes,
      escapes.toUpperCase().replaceAll("\\U", "\\u"),
    );
  });
  return `"${units.join("")}"`;
}

function spellNumber(value: number): readonly [string, ...string[]] {
  const plain = JSON.stringify(value);
  const exponent = value.toExponential();
  return [plain, exponent, exponent.toUpperCase(), /[.e]/.test(plain) ? plain : `${plain}.000`];
}
>>>>>>> refs/heads/adapter
