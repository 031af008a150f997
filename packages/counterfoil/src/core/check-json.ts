import { type JsonPath, JsonRefusal, type JsonValueFault, toValueFault } from "./json-fault.ts";
import { faulty, ok, type Result } from "./result.ts";
import { isForbiddenKey, numberFault } from "./json-rules.ts";
import { isWellFormed, utf8Length } from "./utf8.ts";
import type { JsonLimits } from "./json-limits.ts";
import type { JsonValue } from "./json.ts";

/**
 * Holds a JavaScript value that came from elsewhere, such as a YAML document or a handler, to the rules of `parseJson`.
 * Gives a copy that shares nothing with it, or the first fault. `maxBytes` bounds its compact JSON text.
 * Reads each member once; what a getter throws passes through.
 */
export function checkJson(value: unknown, limits: JsonLimits): Result<JsonValue, JsonValueFault> {
  const copier = new JsonCopier(limits);
  try {
    return ok(copier.copy(value));
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return faulty(toValueFault(error.reason, copier.path, limits));
  }
}

class JsonCopier {
  readonly #limits: JsonLimits;
  readonly #path: (string | number)[] = [];
  readonly #ancestors: object[] = [];
  #bytes = 0;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  get path(): JsonPath {
    return this.#path;
  }

  copy(value: unknown): JsonValue {
    switch (typeof value) {
      case "boolean":
        this.#count(value ? 4 : 5);
        return value;
      case "number":
        return this.#copyNumber(value);
      case "string":
        return this.#copyString(value);
      case "undefined":
        throw new JsonRefusal("undefined_value");
      case "object":
        return value === null ? this.#copyNull() : this.#copyContainer(value);
      case "bigint":
      case "function":
      case "symbol":
      default:
        throw new JsonRefusal("unsupported_type");
    }
  }

  #copyNull(): null {
    this.#count(4);
    return null;
  }

  #copyNumber(value: number): number {
    const fault = Number.isFinite(value) ? numberFault(value) : "not_finite";
    if (fault !== null) throw new JsonRefusal(fault);
    this.#count(String(value).length);
    return value + 0;
  }

  #copyString(text: string): string {
    if (!isWellFormed(text)) throw new JsonRefusal("lone_surrogate");
    if (utf8Length(text) > this.#limits.maxStringBytes) throw new JsonRefusal("string_too_long");
    this.#count(utf8Length(JSON.stringify(text)));
    return text;
  }

  #copyContainer(value: object): JsonValue {
    if (this.#ancestors.includes(value)) throw new JsonRefusal("cycle");
    if (this.#path.length >= this.#limits.maxDepth) throw new JsonRefusal("too_deep");
    this.#ancestors.push(value);
    const copy = Array.isArray(value) ? this.#copyArray(value) : this.#copyObject(value);
    this.#ancestors.pop();
    return copy;
  }

  #copyArray(array: readonly unknown[]): JsonValue {
    const copy: JsonValue[] = [];
    this.#count(2);
    for (let index = 0; index < array.length; index += 1) {
      this.#path.push(index);
      if (!Object.hasOwn(array, index)) throw new JsonRefusal("sparse_array");
      if (index > 0) this.#count(1);
      copy.push(this.copy(array[index]));
      this.#path.pop();
    }
    return copy;
  }

  #copyObject(object: object): JsonValue {
    if (!isPlainObject(object)) throw new JsonRefusal("unsupported_type");
    const copy: Record<string, JsonValue> = {};
    this.#count(2);
    for (const [index, key] of Object.keys(object).entries()) {
      this.#copyString(key);
      this.#path.push(key);
      if (isForbiddenKey(key)) throw new JsonRefusal("forbidden_key");
      this.#count(index > 0 ? 2 : 1);
      copy[key] = this.copy(object[key]);
      this.#path.pop();
    }
    return copy;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.maxBytes) throw new JsonRefusal("too_large");
  }
}

/** An object literal, or one without a prototype; of this realm or another. Symbol keys make it something else. */
function isPlainObject(object: object): object is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(object);
  const isPlain = prototype === null || (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null);
  return isPlain && Object.getOwnPropertySymbols(object).length === 0;
}
