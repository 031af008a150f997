import { isJsonArray, isJsonObject, member, toPointer } from "../../core/json.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { DocumentFault } from "../../core/tool.ts";
import type { AdviseMember } from "../member-reader.ts";
import type { YamlDocument } from "./yaml-document.ts";
import { quote } from "./yaml-reader.ts";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Says what to write where YAML read an unquoted scalar as something else than its author meant. */
export function adviseScalar(yaml: YamlDocument): AdviseMember {
  return (pointer, expected) => {
    const source = yaml.plainSourceOf(pointer) ?? "";
    if (expected === "a string" && !/^(?:~|null|)$/i.test(source)) return `: write ${quote(source)}`;
    if (expected.startsWith("an integer") && /^\d+(?:_\d+)+$/.test(source))
      return `: write ${source.replaceAll("_", "")}`;
    return "";
  };
}

/**
 * The values in a schema (`const`, `enum`, `default`, `examples`) that YAML read as numbers or booleans although the
 * schema says text, or that JSON would not spell as the number they were read as, such as 0042.
 */
export function checkSchemaScalars(schema: JsonObject, pointer: string, yaml: YamlDocument): readonly DocumentFault[] {
  const own = ["const", "default"].flatMap((key) =>
    checkValue(member(schema, key), schema, toPointer(pointer, key), yaml),
  );
  const listed = ["enum", "examples"].flatMap((key) => {
    const values = member(schema, key);
    const at = toPointer(pointer, key);
    return isJsonArray(values)
      ? values.flatMap((value, index) => checkValue(value, schema, toPointer(at, index), yaml))
      : [];
  });
  const inner = Object.entries(schema).flatMap(([key, value]) => descend(value, toPointer(pointer, key), yaml));
  return [...own, ...listed, ...inner];
}

function descend(value: JsonValue, pointer: string, yaml: YamlDocument): readonly DocumentFault[] {
  if (isJsonArray(value)) return value.flatMap((item, index) => descend(item, toPointer(pointer, index), yaml));
  return isJsonObject(value) ? checkSchemaScalars(value, pointer, yaml) : [];
}

function checkValue(
  value: JsonValue | undefined,
  schema: JsonObject,
  pointer: string,
  yaml: YamlDocument,
): readonly DocumentFault[] {
  const source = yaml.plainSourceOf(pointer);
  if (source === undefined || (typeof value !== "number" && typeof value !== "boolean")) return [];
  const isMisread = saysText(schema) || (typeof value === "number" && !JSON_NUMBER.test(source));
  if (!isMisread) return [];
  const otherwise = saysText(schema) ? "" : `, or ${String(value)} for the number`;
  const message = `This must be a string, not a ${typeof value}: write ${quote(source)}${otherwise}`;
  return [{ code: "domain-pack.pack.scalars", pointer, message }];
}

function saysText(schema: JsonObject): boolean {
  const type = member(schema, "type");
  const types = isJsonArray(type) ? type : [type];
  return types.includes("string") && !["number", "integer", "boolean"].some((other) => types.includes(other));
}
