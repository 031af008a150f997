import * as fc from "fast-check";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const MAX = Number.MAX_SAFE_INTEGER;

const texts = fc.string({ unit: "binary", maxLength: 12 });
const keys = fc.oneof(texts, fc.constantFrom("a", "b", "", "1", "10", "toString", "\ufb33", "😀", "a/b~c"));
const numbers = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, 1e15, 1e-7, 0.1, MAX, -MAX),
  fc.double({ min: -MAX, max: MAX, noNaN: true }).map((value) => value + 0),
);

/** Any value that `parseJson` can give. */
export const parsedValues: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(
      keys.filter((key) => !FORBIDDEN.has(key)),
      tie("value"),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

/** Writes a value with white space, escapes, key order and number spellings that the seed chooses. */
export function spell(value: JsonValue, seed: number): string {
  return new Speller(seed).spell(value);
}

class Speller {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  spell(value: JsonValue): string {
    if (typeof value === "string") return this.#spellText(value);
    if (typeof value === "number") return this.#pick(spellNumber(value));
    if (isJsonArray(value)) return `[${this.#list(value.map((item) => this.spell(item)))}]`;
    if (isJsonObject(value)) return `{${this.#list(this.#spellMembers(value))}}`;
    return String(value);
  }

  #spellMembers(object: JsonObject): readonly string[] {
    const members = Object.entries(object).map(
      ([key, item]) => `${this.#spellText(key)}${this.#space()}:${this.#space()}${this.spell(item)}`,
    );
    const first = members.length === 0 ? 0 : this.#pick(Array.from(members.keys()));
    return [...members.slice(first), ...members.slice(0, first).toReversed()];
  }

  #spellText(text: string): string {
    const characters = Array.from(text, (character) => {
      const escapes = Array.from({ length: character.length }, (_, index) =>
        toUnicodeEscape(character.charCodeAt(index)),
      );
      const lower = escapes.join("");
      return this.#pick([JSON.stringify(character).slice(1, -1), lower, lower.toUpperCase().replaceAll("\\U", "\\u")]);
    });
    return `"${characters.join("")}"`;
  }

  #list(items: readonly string[]): string {
    return items.map((item) => this.#space() + item + this.#space()).join(",") || this.#space();
  }

  #space(): string {
    return this.#pick(["", " ", "\n", "\t", "\r\n  "]);
  }

  /** A linear congruential generator is random enough to choose a spelling. */
  #pick<Choice>(choices: readonly Choice[]): Choice {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return choices[(this.#state >>> 16) % choices.length]!;
  }
}

function toUnicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

function spellNumber(value: number): readonly string[] {
  const plain = JSON.stringify(value);
  const exponent = value.toExponential();
  return [plain, exponent, exponent.toUpperCase(), /[.e]/.test(plain) ? plain : `${plain}.000`];
}
