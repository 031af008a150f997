import { isJsonArray } from "../json.ts";
import type { JsonValue } from "../json.ts";

/** The types of JSON Schema, with `number` split in two so that kinds never overlap. */
const VALUE_KINDS = ["null", "boolean", "integer", "fraction", "string", "array", "object"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
export type KindSet = ReadonlySet<ValueKind>;

export const EVERY_KIND: KindSet = new Set(VALUE_KINDS);
export const NUMBER_KINDS: KindSet = new Set<ValueKind>(["integer", "fraction"]);

const KINDS_BY_TYPE: ReadonlyMap<JsonValue, KindSet> = new Map<JsonValue, KindSet>([
  ["null", new Set<ValueKind>(["null"])],
  ["boolean", new Set<ValueKind>(["boolean"])],
  ["integer", new Set<ValueKind>(["integer"])],
  ["number", NUMBER_KINDS],
  ["string", new Set<ValueKind>(["string"])],
  ["array", new Set<ValueKind>(["array"])],
  ["object", new Set<ValueKind>(["object"])],
]);

const NOUNS: Readonly<Record<ValueKind, string>> = {
  null: "null",
  boolean: "true or false",
  integer: "an integer",
  fraction: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

/** The kind of a value; a number without a fraction is an integer however it was spelled. */
export function kindOf(value: JsonValue): ValueKind {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "object";
}

/** The kinds that a `type` keyword allows: a type, or a type with `"null"`; null for anything else. */
export function kindsOfType(type: JsonValue): KindSet | null {
  if (!isJsonArray(type)) return KINDS_BY_TYPE.get(type) ?? null;
  const [first, second] = type;
  if (type.length !== 2 || first === undefined || second === undefined) return null;
  const named = first === "null" ? second : first;
  const kinds = KINDS_BY_TYPE.get(named);
  if (kinds === undefined || named === "null" || !type.includes("null")) return null;
  return new Set<ValueKind>([...kinds, "null"]);
}

export function intersectKinds(left: KindSet, right: KindSet): KindSet {
  return new Set([...left].filter((kind) => right.has(kind)));
}

export function areScalar(kinds: KindSet): boolean {
  return !kinds.has("object") && !kinds.has("array");
}

/** What a value of these kinds is called, such as `an integer or null`. */
export function nameKinds(kinds: KindSet): string {
  const named = VALUE_KINDS.filter((kind) => kinds.has(kind) && !(kind === "integer" && kinds.has("fraction")));
  const nouns = [...named.filter((kind) => kind !== "null"), ...named.filter((kind) => kind === "null")];
  return nouns.map((kind) => NOUNS[kind]).join(" or ");
}
