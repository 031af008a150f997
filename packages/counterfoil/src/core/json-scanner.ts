import { type JsonFaultReason, JsonRefusal } from "./json-fault.ts";
import { numberFault } from "./json-rules.ts";
import { utf8Length } from "./utf8.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** What `peek` gives behind the last character. */
export const END = -1;

/** Reads the tokens of one JSON text (RFC 8259) in order; throws `JsonRefusal` at the first that is not allowed. */
export class JsonScanner {
  readonly #text: string;
  readonly #maxStringBytes: number;
  #position = 0;

  constructor(text: string, maxStringBytes: number) {
    this.#text = text;
    this.#maxStringBytes = maxStringBytes;
  }

  get position(): number {
    return this.#position;
  }

  /** Passes over white space; gives the code of the next character, which stays unread, or `END`. */
  peek(): number {
    const text = this.#text;
    for (; this.#position < text.length; this.#position += 1) {
      const code = text.charCodeAt(this.#position);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code;
    }
    return END;
  }

  /** Passes over the character that `peek` gave. */
  skip(): void {
    this.#position += 1;
  }

  /** Reads exactly these characters. */
  readWord(word: string): void {
    for (let index = 0; index < word.length; index += 1) {
      if (this.#code() !== word.charCodeAt(index)) throw this.refuse("unexpected_character");
      this.#position += 1;
    }
  }

  /** Reads a string from its opening quote on. */
  readString(): string {
    const text = this.#text;
    const start = this.#position + 1;
    for (let index = start; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === QUOTE) return this.#endString(text.slice(start, index), start, index);
      if (code === BACKSLASH) return this.#readEscapedString(start, index);
      if (code < SPACE) throw new JsonRefusal("control_character", index);
    }
    throw new JsonRefusal("truncated", text.length);
  }

  /** Reads a number from its first character on. There is one zero, and every integer is exact. */
  readNumber(): number {
    const start = this.#position;
    if (!canStartNumber(this.#code())) throw this.refuse("unexpected_character");
    if (this.#code() === MINUS) this.#position += 1;
    const first = this.#position;
    const startsWithZero = this.#code() === ZERO;
    this.#readDigits();
    if (startsWithZero && this.#position > first + 1) throw new JsonRefusal("leading_zero", start);
    if (this.#code() === POINT) {
      this.#position += 1;
      this.#readDigits();
    }
    if (this.#code() === LOWER_E || this.#code() === UPPER_E) this.#readExponent();

    const value = Number(this.#text.slice(start, this.#position));
    const fault = numberFault(value);
    if (fault !== null) throw new JsonRefusal(fault, start);
    return value + 0;
  }

  /** The refusal of what stands at the present position, with a more telling reason where it is a known mistake. */
  refuse(reason: JsonFaultReason): JsonRefusal {
    const text = this.#text;
    const position = this.#position;
    if (position >= text.length) return new JsonRefusal("truncated", position);
    if (text.startsWith("NaN", position) || text.startsWith("Infinity", position)) {
      return new JsonRefusal("not_finite", position);
    }
    if (text.startsWith("//", position) || text.startsWith("/*", position)) return new JsonRefusal("comment", position);
    return new JsonRefusal(reason, position);
  }

  #code(): number {
    return this.#position < this.#text.length ? this.#text.charCodeAt(this.#position) : END;
  }

  #readDigits(): void {
    const text = this.#text;
    let index = this.#position;
    while (index < text.length && isDigit(text.charCodeAt(index))) index += 1;
    if (index === this.#position) throw this.refuse("malformed_number");
    this.#position = index;
  }

  #readExponent(): void {
    this.#position += 1;
    if (this.#code() === PLUS || this.#code() === MINUS) this.#position += 1;
    this.#readDigits();
  }

  #readEscapedString(start: number, firstEscape: number): string {
    const text = this.#text;
    let value = text.slice(start, firstEscape);
    this.#position = firstEscape;
    while (this.#position < text.length) {
      const plainStart = this.#position;
      const code = this.#skipPlain();
      value += text.slice(plainStart, this.#position);
      if (code === QUOTE) return this.#endString(value, start, this.#position);
      if (code === BACKSLASH) value += this.#readEscape();
      else if (code !== END) throw new JsonRefusal("control_character", this.#position);
    }
    throw new JsonRefusal("truncated", text.length);
  }

  #skipPlain(): number {
    const text = this.#text;
    for (; this.#position < text.length; this.#position += 1) {
      const code = text.charCodeAt(this.#position);
      if (code === QUOTE || code === BACKSLASH || code < SPACE) return code;
    }
    return END;
  }

  #readEscape(): string {
    const start = this.#position;
    const letter = this.#text.charAt(start + 1);
    if (letter === "u") return this.#readUnicodeEscape(start);
    const character = ESCAPES.get(letter);
    if (character === undefined) throw this.#refuseEscape(start);
    this.#position += 2;
    return character;
  }

  /** Reads `\uXXXX`, and the second half where that is the first half of a surrogate pair. */
  #readUnicodeEscape(start: number): string {
    const unit = this.#readUnit(start);
    if (!isSurrogate(unit)) return String.fromCharCode(unit);
    if (isHighSurrogate(unit) && this.#text.startsWith("\\u", this.#position)) {
      const second = this.#readUnit(start);
      if (isSurrogate(second) && !isHighSurrogate(second)) return String.fromCharCode(unit, second);
    }
    throw this.#position >= this.#text.length
      ? new JsonRefusal("truncated", this.#text.length)
      : new JsonRefusal("lone_surrogate", start);
  }

  #readUnit(start: number): number {
    const digits = this.#text.slice(this.#position + 2, this.#position + 6);
    if (!/^[0-9A-Fa-f]{4}$/.test(digits)) throw this.#refuseEscape(start);
    this.#position += 6;
    return Number.parseInt(digits, 16);
  }

  #refuseEscape(start: number): JsonRefusal {
    const rest = this.#text.slice(this.#position, this.#position + 6);
    const isCut = this.#position + rest.length === this.#text.length && /^\\(u[0-9A-Fa-f]{0,3})?$/.test(rest);
    return isCut ? new JsonRefusal("truncated", this.#text.length) : new JsonRefusal("invalid_escape", start);
  }

  #endString(value: string, start: number, end: number): string {
    const limit = this.#maxStringBytes;
    // UTF-8 takes one to three bytes for a UTF-16 unit, so most strings need no count.
    if (value.length * 3 > limit && utf8Length(value) > limit) throw new JsonRefusal("string_too_long", start - 1);
    this.#position = end + 1;
    return value;
  }
}

/** Signs and points among them that JSON forbids, so that the fault can say so. */
function canStartNumber(code: number): boolean {
  return isDigit(code) || code === MINUS || code === PLUS || code === POINT;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
