import { isJsonArray, isJsonObject, member } from "./json.ts";
import type { JsonArray, JsonObject, JsonValue } from "./json.ts";

/** Whether two JSON values are the same value: members in any order, numbers by value, strings by code unit. */
export function isEqualJson(left: JsonValue, right: JsonValue): boolean {
  if (isJsonArray(left)) return isJsonArray(right) && areEqualArrays(left, right);
  if (isJsonObject(left)) return isJsonObject(right) && areEqualObjects(left, right);
  return left === right;
}

function areEqualArrays(left: JsonArray, right: JsonArray): boolean {
  return left.length === right.length && left.every((item, index) => isEqualJson(item, right[index] ?? null));
}

function areEqualObjects(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => {
    const other = member(right, key);
    return other !== undefined && isEqualJson(left[key] ?? null, other);
  });
}
