import { SCHEMA_LIMITS } from "./schema-limits.ts";
import { findNearestText } from "./nearest-text.ts";
import { isJsonArray, isJsonObject, member, toPointer } from "../json.ts";
import { listShown, showText } from "./shown-value.ts";
import { tellNullForAbsent } from "./kind-advice.ts";
import type { Check, Keyword, KeywordPlace, SchemaNode } from "./keyword.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { KindSet, ValueKind } from "./value-kind.ts";

const OBJECTS: KindSet = new Set<ValueKind>(["object"]);

export const requiredKeyword: Keyword = {
  name: "required",
  kinds: OBJECTS,
  read(names, place) {
    if (!isTextArray(names)) {
      place.refuse("schema_keyword_malformed", "required is a list of property names.");
      return null;
    }
    refuseImpossibleNames(names, place);
    return (value, pointer, judgement) => {
      if (!isJsonObject(value)) return;
      for (const name of names) {
        if (Object.hasOwn(value, name)) continue;
        judgement.add(pointer, "required", `expected the property ${showText(name)}, got none: add it`);
      }
    };
  },
};

export const propertiesKeyword: Keyword = {
  name: "properties",
  kinds: OBJECTS,
  read(properties, place) {
    if (!isJsonObject(properties)) {
      place.refuse("schema_keyword_malformed", "properties is an object that holds a schema for each name.");
      return null;
    }
    const names = Object.keys(properties);
    if (names.length > SCHEMA_LIMITS.maxProperties) {
      const message = `${names.length} properties are too many: declare at most ${SCHEMA_LIMITS.maxProperties} in one object.`;
      place.refuse("schema_too_many_properties", message);
      return null;
    }
    const children = new Map(names.map((name) => [name, place.readChild(properties[name] ?? null, name)]));
    return checkProperties(children, new Set(requiredNames(place.schema)));
  },
};

/** The check of closedness; that it must be `false` is asked of every object schema as a whole. */
export const additionalPropertiesKeyword: Keyword = {
  name: "additionalProperties",
  kinds: OBJECTS,
  read(_isOpen, { schema }) {
    const declared = declaredNames(schema);
    const known = new Set(declared);
    return (value, pointer, judgement) => {
      if (!isJsonObject(value)) return;
      for (const name of Object.keys(value)) {
        if (judgement.isFull) return;
        if (known.has(name)) continue;
        const message = `expected no property ${showText(name)}: ${adviseName(name, declared)}`;
        judgement.add(toPointer(pointer, name), "additionalProperties", message);
      }
    };
  },
};

function checkProperties(children: ReadonlyMap<string, SchemaNode>, required: ReadonlySet<string>): Check {
  return (value, pointer, judgement) => {
    if (!isJsonObject(value)) return;
    for (const [name, child] of children) {
      const held = member(value, name);
      if (held === undefined || judgement.isFull) continue;
      const place = toPointer(pointer, name);
      if (held === null && !required.has(name) && !child.kinds.has("null")) {
        judgement.add(place, "type", tellNullForAbsent(child.kinds));
      } else child.check(held, place, judgement);
    }
  };
}

function refuseImpossibleNames(names: readonly string[], { schema, refuse }: KeywordPlace): void {
  const declared = new Set(declaredNames(schema));
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name))
      refuse("schema_keyword_malformed", `required names ${showText(name)} twice: name it once.`, index);
    seen.add(name);
    if (declared.has(name)) continue;
    const message = `required names ${showText(name)}, which properties does not declare: no closed object can fit.`;
    refuse("schema_unsatisfiable", message, index);
  }
}

function adviseName(name: string, declared: readonly string[]): string {
  const nearest = findNearestText(name, declared);
  if (nearest !== null) return `nearest declared name ${showText(nearest)}`;
  return declared.length === 0
    ? "leave it out, none are declared"
    : `leave it out; declared: ${listShown(declared.map(showText))}`;
}

function declaredNames(schema: JsonObject): readonly string[] {
  const properties = member(schema, "properties");
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function requiredNames(schema: JsonObject): readonly string[] {
  const names = member(schema, "required");
  return names !== undefined && isTextArray(names) ? names : [];
}

function isTextArray(value: JsonValue): value is readonly string[] {
  return isJsonArray(value) && value.every((item) => typeof item === "string");
}
