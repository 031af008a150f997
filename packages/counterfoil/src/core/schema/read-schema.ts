import { Judgement } from "./judgement.ts";
import { EVERY_KIND, intersectKinds, kindOf, kindsOfType } from "./value-kind.ts";
import { KEYWORDS, ROOT_KEYWORDS, SUPPORTED_KEYWORDS } from "./keywords.ts";
import { isJsonArray, isJsonObject, member, toPointer } from "../json.ts";
import { tellUnsupported } from "./unsupported-keyword.ts";
import { tellWrongKind } from "./kind-advice.ts";
import type { Check, KeywordPlace, SchemaNode } from "./keyword.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { KindSet } from "./value-kind.ts";
import type { SchemaScope } from "./schema-scope.ts";

/** Where a schema stands in its document. */
export interface SchemaSite {
  readonly scope: SchemaScope;
  readonly pointer: string;
  /** Within the root or the definition that holds it; those are at depth 1. */
  readonly depth: number;
  readonly isRoot: boolean;
}

/** Refuses what a schema says outside the subset, and makes of the rest what judges values. */
export function readSchema(schema: JsonValue, site: SchemaSite): SchemaNode {
  const { scope, pointer } = site;
  scope.graph.addNode(site.depth);
  if (!isJsonObject(schema)) {
    scope.faults.add(
      "schema_not_object",
      pointer,
      "A schema is an object here: true, false and other values say too little.",
    );
    return { kinds: EVERY_KIND, check: () => undefined };
  }
  const kinds = scope.kinds.of(schema);
  refuseUnsupported(schema, site);
  refuseType(schema, kinds, site);
  refuseOpen(schema, site);
  const check = joinChecks(schema, readKeywords(schema, kinds, site));
  refuseEmptyChoice(schema, check, site);
  return { kinds, check };
}

function readKeywords(schema: JsonObject, kinds: KindSet, site: SchemaSite): readonly Check[] {
  const { scope } = site;
  const checks: Check[] = [];
  for (const [name, keyword] of KEYWORDS) {
    const value = member(schema, name);
    if (value === undefined) continue;
    const pointer = toPointer(site.pointer, name);
    if (kinds.size > 0 && intersectKinds(kinds, keyword.kinds).size === 0) {
      scope.faults.add("schema_keyword_misplaced", pointer, `${name} does not speak of this type: take it out.`);
      continue;
    }
    const check = keyword.read(value, toPlace(schema, kinds, pointer, site));
    if (check !== null) checks.push(check);
  }
  return checks;
}

function toPlace(schema: JsonObject, kinds: KindSet, pointer: string, { scope, depth }: SchemaSite): KeywordPlace {
  const at = (tokens: readonly (string | number)[]): string => tokens.reduce(toPointer, pointer);
  return {
    schema,
    kinds,
    pointer,
    depth,
    scope,
    refuse: (code, message, ...tokens) => scope.faults.add(code, at(tokens), message),
    readChild: (child, ...tokens) => readSchema(child, { scope, pointer: at(tokens), depth: depth + 1, isRoot: false }),
  };
}

function joinChecks(schema: JsonObject, checks: readonly Check[]): Check {
  const type = member(schema, "type");
  const declared = type === undefined ? EVERY_KIND : (kindsOfType(type) ?? EVERY_KIND);
  return (value, pointer, judgement) => {
    // Of a value of the wrong type nothing else is worth saying.
    if (!declared.has(kindOf(value))) judgement.add(pointer, "type", tellWrongKind(declared, value));
    else for (const check of checks) check(value, pointer, judgement);
  };
}

function refuseUnsupported(schema: JsonObject, { scope, pointer, isRoot }: SchemaSite): void {
  for (const name of Object.keys(schema)) {
    if (scope.faults.isFull) return;
    const place = toPointer(pointer, name);
    if (!SUPPORTED_KEYWORDS.has(name)) {
      scope.faults.add("schema_keyword_unsupported", place, tellUnsupported(name, SUPPORTED_KEYWORDS));
    } else if (ROOT_KEYWORDS.has(name) && !isRoot) {
      scope.faults.add(
        "schema_keyword_misplaced",
        place,
        `${name} stands at the root of the schema alone: move it there.`,
      );
    }
  }
}

function refuseType(schema: JsonObject, kinds: KindSet, { scope, pointer }: SchemaSite): void {
  const type = member(schema, "type");
  const isTyped = ["type", "enum", "const", "anyOf", "$ref"].some((word) => member(schema, word) !== undefined);
  if (!isTyped) {
    scope.faults.add(
      "schema_type_missing",
      pointer,
      "A schema without type lets every object through: say which type is meant.",
    );
  } else if (type !== undefined && kindsOfType(type) === null) {
    const message =
      'type is one of "string", "integer", "number", "boolean", "null", "array" and "object", or a list of one of them and "null"; for several scalar types write anyOf.';
    scope.faults.add("schema_type_unsupported", toPointer(pointer, "type"), message);
  } else if (kinds.size === 0 && !isEnumerated(schema)) {
    scope.faults.add(
      "schema_unsatisfiable",
      pointer,
      "No type fits all that this schema says: nothing could ever be sent.",
    );
  }
}

/** Every object is closed, and items of no schema would let open ones in. */
function refuseOpen(schema: JsonObject, { scope, pointer }: SchemaSite): void {
  const type = member(schema, "type");
  const kinds = type === undefined ? null : kindsOfType(type);
  if (kinds === null || member(schema, "$ref") !== undefined) return;
  if (kinds.has("object") && member(schema, "additionalProperties") !== false) {
    const message = "This object is open: write additionalProperties: false, and declare every property.";
    const isSaid = member(schema, "additionalProperties") !== undefined;
    scope.faults.add("schema_object_open", isSaid ? toPointer(pointer, "additionalProperties") : pointer, message);
  }
  if (kinds.has("array") && member(schema, "items") === undefined) {
    scope.faults.add(
      "schema_array_open",
      pointer,
      "Without items this array lets every object through: say what an item is.",
    );
  }
}

/** A list of allowed values of which none passes the other words is an empty choice. */
function refuseEmptyChoice(schema: JsonObject, check: Check, { scope, pointer }: SchemaSite): void {
  if (!isEnumerated(schema)) return;
  const listed = member(schema, "enum");
  const constant = member(schema, "const");
  const choices = isJsonArray(listed) ? listed : [constant ?? null];
  scope.afterwards.push(() => {
    if (choices.some((choice) => isValid(choice, check))) return;
    scope.faults.add(
      "schema_unsatisfiable",
      pointer,
      "None of the allowed values passes the other words of this schema.",
    );
  });
}

function isEnumerated(schema: JsonObject): boolean {
  return member(schema, "enum") !== undefined || member(schema, "const") !== undefined;
}

function isValid(value: JsonValue, check: Check): boolean {
  const judgement = new Judgement();
  check(value, "", judgement);
  return judgement.faults.length === 0;
}
