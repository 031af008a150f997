import { isJsonArray } from "../json.ts";
import type { JsonValue } from "../json.ts";

/** The longest excerpt of a value that a message shows, in code points. */
export const MAX_SHOWN_LENGTH = 60;
const MAX_LISTED_VALUES = 10;

/** A text in quotes, cut short and escaped. */
export function showText(text: string): string {
  return JSON.stringify(cutText(text));
}

/** A scalar as JSON, a structure by its name alone: what it holds is not repeated. */
export function showValue(value: JsonValue): string {
  if (typeof value === "string") return showText(value);
  if (isJsonArray(value)) return value.length === 0 ? "an empty array" : "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** What came, as it stands in a sentence: `the string "3"`. */
export function nameValue(value: JsonValue): string {
  if (typeof value === "string") return `the string ${showText(value)}`;
  return typeof value === "number" ? `the number ${value}` : showValue(value);
}

/** Values or names in a row, a long row cut short. */
export function listShown(shown: readonly string[]): string {
  const listed = shown.slice(0, MAX_LISTED_VALUES).join(", ");
  const left = shown.length - MAX_LISTED_VALUES;
  return left > 0 ? `${listed} and ${left} more` : listed;
}

/** `1 item`, `2 items`. */
export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function cutText(text: string): string {
  if (text.length <= MAX_SHOWN_LENGTH) return text;
  // A code point takes two units at most, so that this holds one more than is shown.
  const points = Array.from(text.slice(0, (MAX_SHOWN_LENGTH + 1) * 2));
  return points.length > MAX_SHOWN_LENGTH ? `${points.slice(0, MAX_SHOWN_LENGTH - 1).join("")}…` : points.join("");
}
