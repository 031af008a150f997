import { Judgement } from "./judgement.ts";
import { SCHEMA_LIMITS } from "./schema-limits.ts";
import { createScope } from "./schema-scope.ts";
import { faulty, ok } from "../result.ts";
import { isJsonObject, member, toPointer } from "../json.ts";
import { measureDocument } from "./schema-size.ts";
import { readSchema } from "./read-schema.ts";
import { showText } from "./shown-value.ts";
import type { ClosedSchema } from "./closed-schema.ts";
import type { DocumentFault } from "../tool.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { Result } from "../result.ts";
import type { SchemaFaultCode } from "./schema-fault.ts";
import type { SchemaNode } from "./keyword.ts";
import type { SchemaScope } from "./schema-scope.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * Admits a schema of the closed subset (contract, "Closed JSON Schema") and makes it ready to judge values.
 * Gives every fault, at most `MAX_SCHEMA_FAULTS`, with its pointer into the schema. Words beside a `$ref` are asked
 * as well, except those of objects, which are refused there; `default` and `examples` are not judged.
 */
export function parseClosedSchema(document: JsonValue): Result<ClosedSchema, DocumentFault> {
  if (!isJsonObject(document)) return refuse("schema_not_object", "A schema is an object.");
  const size = measureDocument(document);
  if (size === "too_deep")
    return refuse("schema_too_deep", "The schema is nested too deeply to be read: make it flatter.");
  if (size === "too_large") {
    return refuse(
      "schema_too_large",
      `The schema is too large: write at most ${SCHEMA_LIMITS.maxBytes} bytes of JSON.`,
    );
  }
  return admit(document);
}

function admit(document: JsonObject): Result<ClosedSchema, DocumentFault> {
  const definitions = member(document, "$defs") ?? {};
  const scope = createScope(isJsonObject(definitions) ? definitions : {});
  refuseRoot(document, scope);
  const root = readSchema(document, { scope, pointer: "", depth: 1, isRoot: true });
  readDefinitions(definitions, scope);
  scope.graph.refuseExcess(scope.faults);
  if (scope.faults.all.length === 0) for (const ask of scope.afterwards) ask();
  return scope.faults.all.length > 0 ? faulty(...scope.faults.all) : ok(createClosedSchema(document, root));
}

function refuseRoot(document: JsonObject, { faults }: SchemaScope): void {
  if (member(document, "type") !== "object") {
    faults.add("schema_root_not_object", "", 'Arguments are an object: write type: "object" at the root.');
  }
  if (member(document, "$ref") !== undefined) {
    faults.add(
      "schema_root_not_object",
      "/$ref",
      "The root declares the arguments itself: write out what $ref points to.",
    );
  }
  const dialect = member(document, "$schema");
  if (dialect !== undefined && dialect !== DIALECT && dialect !== `${DIALECT}#`) {
    const named = typeof dialect === "string" ? showText(dialect) : "This dialect";
    const message = `${named} is not supported: write "${DIALECT}", or leave $schema out.`;
    faults.add("schema_dialect_unsupported", "/$schema", message);
  }
}

function readDefinitions(definitions: JsonValue, scope: SchemaScope): void {
  if (!isJsonObject(definitions)) {
    scope.faults.add("schema_keyword_malformed", "/$defs", "$defs is an object that holds a schema for each name.");
    return;
  }
  for (const [name, definition] of Object.entries(definitions)) {
    scope.graph.enterDefinition(name);
    const pointer = toPointer("/$defs", name);
    scope.nodes.set(name, readSchema(definition, { scope, pointer, depth: 1, isRoot: false }));
  }
}

function createClosedSchema(document: JsonObject, root: SchemaNode): ClosedSchema {
  return {
    document,
    check(value) {
      const judgement = new Judgement();
      root.check(value, "", judgement);
      return judgement.faults;
    },
  };
}

function refuse(code: SchemaFaultCode, message: string): Result<ClosedSchema, DocumentFault> {
  return faulty({ code, pointer: "", message });
}
