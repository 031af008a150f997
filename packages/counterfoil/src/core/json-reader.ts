import { type JsonFaultReason, type JsonPath, JsonRefusal } from "./json-fault.ts";
import type { JsonArray, JsonObject, JsonValue } from "./json.ts";
import type { JsonLimits } from "./json-limits.ts";
import { isForbiddenKey } from "./json-rules.ts";
import { END, JsonScanner } from "./json-scanner.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Builds the value of one JSON text; throws `JsonRefusal` at its first fault. Recursion ends at the depth limit. */
export class JsonReader {
  readonly #scanner: JsonScanner;
  readonly #maxDepth: number;
  readonly #path: (string | number)[] = [];

  constructor(text: string, limits: JsonLimits) {
    this.#scanner = new JsonScanner(text, limits.maxStringBytes);
    this.#maxDepth = limits.maxDepth;
  }

  /** The keys and indices that lead to the value being read. */
  get path(): JsonPath {
    return this.#path;
  }

  readDocument(): JsonValue {
    if (this.#scanner.peek() === END) throw this.#refusal("empty");
    const value = this.#readValue();
    if (this.#scanner.peek() !== END) throw this.#scanner.refuse("trailing_content");
    return value;
  }

  #readValue(): JsonValue {
    switch (this.#scanner.peek()) {
      case QUOTE:
        return this.#scanner.readString();
      case OPEN_BRACE:
        return this.#readObject();
      case OPEN_BRACKET:
        return this.#readArray();
      case LOWER_T:
        this.#scanner.readWord("true");
        return true;
      case LOWER_F:
        this.#scanner.readWord("false");
        return false;
      case LOWER_N:
        this.#scanner.readWord("null");
        return null;
      default:
        return this.#scanner.readNumber();
    }
  }

  #readObject(): JsonObject {
    const object: Record<string, JsonValue> = {};
    this.#open();
    if (this.#closes(CLOSE_BRACE)) return object;
    do {
      const key = this.#readKey(object);
      object[key] = this.#readValue();
      this.#path.pop();
    } while (this.#continues(CLOSE_BRACE));
    return object;
  }

  #readKey(object: JsonObject): string {
    if (this.#scanner.peek() !== QUOTE) throw this.#scanner.refuse("unexpected_character");
    const { position } = this.#scanner;
    const key = this.#scanner.readString();
    this.#path.push(key);
    if (isForbiddenKey(key)) throw new JsonRefusal("forbidden_key", position);
    if (Object.hasOwn(object, key)) throw new JsonRefusal("duplicate_key", position);
    if (this.#scanner.peek() !== COLON) throw this.#scanner.refuse("unexpected_character");
    this.#scanner.skip();
    return key;
  }

  #readArray(): JsonArray {
    const array: JsonValue[] = [];
    this.#open();
    if (this.#closes(CLOSE_BRACKET)) return array;
    do {
      this.#path.push(array.length);
      array.push(this.#readValue());
      this.#path.pop();
    } while (this.#continues(CLOSE_BRACKET));
    return array;
  }

  #open(): void {
    if (this.#path.length >= this.#maxDepth) throw this.#refusal("too_deep");
    this.#scanner.skip();
  }

  #closes(bracket: number): boolean {
    if (this.#scanner.peek() !== bracket) return false;
    this.#scanner.skip();
    return true;
  }

  /** Whether another member follows; passes over the comma or the closing bracket. */
  #continues(bracket: number): boolean {
    if (this.#closes(bracket)) return false;
    if (this.#scanner.peek() !== COMMA) throw this.#scanner.refuse("unexpected_character");
    const comma = this.#scanner.position;
    this.#scanner.skip();
    if (this.#scanner.peek() === bracket) throw new JsonRefusal("trailing_comma", comma);
    return true;
  }

  #refusal(reason: JsonFaultReason): JsonRefusal {
    return new JsonRefusal(reason, this.#scanner.position);
  }
}
