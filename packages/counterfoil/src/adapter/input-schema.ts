import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { checkJson } from "../core/check-json.ts";
import { MANIFEST_LIMITS } from "../core/json-limits.ts";
import { isJsonObject, toPointer } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import { faulty, ok } from "../core/result.ts";
import type { Result } from "../core/result.ts";
import { MAX_ARGUMENT_FAULTS } from "../core/schema.ts";
import type { ArgumentFault } from "../core/schema.ts";
import { toParameters } from "./parameters.ts";

/** A schema of any library with Standard Schema and its JSON Schema part, such as Zod, ArkType or Valibot. */
export type StandardInput<Input> = StandardSchemaV1<unknown, Input> & StandardJSONSchemaV1<unknown, Input>;

/** What a tool takes: the JSON Schema to declare, and how to read arguments that fit it. */
export interface InputSchema<Input> {
  /** The library that made the schema; null for a raw JSON Schema. */
  readonly vendor: string | null;
  /** The schema to declare, or why there is none. */
  toParameters(): Result<JsonObject, string>;
  /** Reads arguments that fit the declared schema; refinements beyond it may still refuse them. */
  read(args: JsonObject): Promise<Result<Input, ArgumentFault>>;
}

export function fromJsonSchema(document: JsonObject): InputSchema<JsonObject> {
  return { vendor: null, toParameters: () => toObject(document), read: async (args) => ok(args) };
}

export function fromStandardSchema<Input>({ "~standard": standard }: StandardInput<Input>): InputSchema<Input> {
  return {
    vendor: standard.vendor,
    toParameters: () => {
      const document = exportDocument(standard.jsonSchema);
      return document.ok ? ok(toParameters(document.value)) : document;
    },
    read: async (args) => {
      const result = await standard.validate(args);
      return result.issues === undefined ? ok(result.value) : faulty(...toFaults(result.issues));
    },
  };
}

function exportDocument(converter: StandardJSONSchemaV1.Converter): Result<JsonObject, string> {
  try {
    return toObject(converter.input({ target: "draft-2020-12" }));
  } catch (error) {
    // The library says which part it cannot express; this is the author's own schema, at start-up.
    return faulty(
      `The schema has no JSON Schema: ${error instanceof Error ? error.message : "it cannot be converted"}`,
    );
  }
}

function toObject(document: unknown): Result<JsonObject, string> {
  const value = checkJson(document, MANIFEST_LIMITS);
  if (!value.ok) return faulty(...value.faults.map(({ pointer, message }) => `${pointer} ${message}`));
  return isJsonObject(value.value) ? ok(value.value) : faulty("The JSON Schema is no object: write one of type object");
}

function toFaults(issues: readonly StandardSchemaV1.Issue[]): readonly ArgumentFault[] {
  return issues.slice(0, MAX_ARGUMENT_FAULTS).map(({ message, path = [] }) => ({
    pointer: path.reduce<string>((pointer, segment) => toPointer(pointer, toToken(segment)), ""),
    keyword: "refinement",
    message,
  }));
}

function toToken(segment: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof segment === "object" ? segment.key : segment;
  return typeof key === "symbol" ? String(key) : key;
}
