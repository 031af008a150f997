import { isJsonArray, isJsonObject, member, toPointer } from "../core/json.ts";
import type { JsonArray, JsonObject, JsonValue } from "../core/json.ts";

/** One fault of one member, in the shape that faults of documents and of replies share. */
export interface MemberFault {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

/** What an author needs beside the plain fault, such as the quoted form to write; empty when there is nothing to add. */
export type AdviseMember = (pointer: string, expected: string) => string;

/** Reads the members of one object, each by its rule, and collects every fault on the way. */
export class MemberReader {
  readonly object: JsonObject;
  readonly pointer: string;
  readonly #faults: MemberFault[];
  readonly #advise: AdviseMember;

  constructor(object: JsonObject, pointer: string, faults: MemberFault[], advise: AdviseMember = () => "") {
    this.object = object;
    this.pointer = pointer;
    this.#faults = faults;
    this.#advise = advise;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.object, key);
  }

  at(key: string): JsonValue | undefined {
    return member(this.object, key);
  }

  /** Keys of the object that are none of the known ones. */
  unknownKeys(known: readonly string[]): readonly string[] {
    return Object.keys(this.object).filter((key) => !known.includes(key));
  }

  /** The same collection of faults, for an object inside this one. */
  inside(object: JsonObject, ...path: readonly (string | number)[]): MemberReader {
    return new MemberReader(object, path.reduce<string>(toPointer, this.pointer), this.#faults, this.#advise);
  }

  /** A reader of an object inside this one whose faults are kept apart. */
  apart(object: JsonObject, faults: MemberFault[], ...path: readonly (string | number)[]): MemberReader {
    return new MemberReader(object, path.reduce<string>(toPointer, this.pointer), faults, this.#advise);
  }

  /** Takes over faults that were found elsewhere, their pointers starting at `parent`. */
  adopt(faults: readonly MemberFault[], parent = ""): undefined {
    this.#faults.push(...faults.map((fault) => ({ ...fault, pointer: parent + fault.pointer })));
  }

  string(key: string, code: string): string | undefined {
    const value = this.at(key);
    return typeof value === "string" ? value : this.expected(code, key, "a string");
  }

  /** A string that says something. */
  text(key: string, code: string): string | undefined {
    const value = this.string(key, code);
    return value === "" ? this.fault(code, [key], `${key} is empty: write a text`) : value;
  }

  boolean(key: string, code: string): boolean | undefined {
    const value = this.at(key);
    return typeof value === "boolean" ? value : this.expected(code, key, "true or false");
  }

  integer(key: string, code: string, minimum: number, maximum: number): number | undefined {
    const value = this.at(key);
    if (isIntegerWithin(value, minimum, maximum)) return value;
    const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
    return this.expected(code, key, `an integer ${range}`);
  }

  array(key: string, code: string): JsonArray | undefined {
    const value = this.at(key);
    return isJsonArray(value) ? value : this.expected(code, key, "an array");
  }

  members(key: string, code: string): MemberReader | undefined {
    const value = this.at(key);
    return isJsonObject(value) ? this.inside(value, key) : this.expected(code, key, "an object");
  }

  /** Reports a member that is missing or of another type than expected. */
  expected(code: string, key: string, expected: string): undefined {
    const value = this.at(key);
    if (value === undefined) return this.fault(code, [], `${key} is missing: it must be ${expected}`);
    const message = `${key} must be ${expected}, not ${describeType(value)}${this.advice([key], expected)}`;
    return this.fault(code, [key], message);
  }

  /** What the author of the document should write at a place; empty when the plain fault says it all. */
  advice(path: readonly (string | number)[], expected: string): string {
    return this.#advise(path.reduce<string>(toPointer, this.pointer), expected);
  }

  fault(code: string, path: readonly (string | number)[], message: string): undefined {
    this.#faults.push({ code, pointer: path.reduce<string>(toPointer, this.pointer), message });
  }
}

/** The kind of a JSON value in words, never the value itself. */
export function describeType(value: JsonValue): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function isIntegerWithin(value: JsonValue | undefined, minimum: number, maximum: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum;
}
