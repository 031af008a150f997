import { isLanguageTag } from "./language.ts";
import { isJsonObject, toPointer } from "./json.ts";
import type { JsonValue } from "./json.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults } from "./evidence-fault.ts";

const MAX_TEXT_LENGTH = 512;

/**
 * Controls and line breaks, lone surrogates, bidi embeddings, overrides and isolates, tag characters: each can make a
 * text read as something else than it says. Plain direction marks (U+200E, U+200F) are harmless and common in labels.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;

/** Faults of a text that may be shown to the contact. */
export function checkText(value: JsonValue, pointer: string): EvidenceFaults {
  if (typeof value !== "string") return broken("member_type", pointer, "Send a string.");
  if (value === "") return broken("text_empty", pointer, "Send a text, or leave the member out if it is optional.");
  if (countCodePoints(value) > MAX_TEXT_LENGTH) {
    return broken("text_too_long", pointer, `Send at most ${MAX_TEXT_LENGTH} characters.`);
  }
  const forbidden = FORBIDDEN.exec(value)?.[0];
  if (forbidden === undefined) return SOUND;
  const message = `Remove ${toCodePoint(forbidden)}: control, direction-override, isolate and tag characters are refused.`;
  return broken("text_character", pointer, message);
}

/** Faults of a text by language: BCP 47 tags, or `und` for a text without language. */
export function checkLocalizedText(value: JsonValue, pointer: string): EvidenceFaults {
  if (!isJsonObject(value)) {
    return broken("member_type", pointer, 'Send an object of texts by language tag, such as {"en":"Brake service"}.');
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return broken("label_empty", pointer, 'Name at least one language, or "und" for a text without language.');
  }
  return entries.flatMap(([language, text]) => {
    const place = toPointer(pointer, language);
    return [...checkLanguage(language, place), ...checkText(text, place)];
  });
}

function checkLanguage(language: string, pointer: string): EvidenceFaults {
  if (isLanguageTag(language)) return SOUND;
  return broken("label_language", pointer, 'Use a BCP 47 language tag such as "en" or "ar-AE", or "und".');
}

function countCodePoints(text: string): number {
  // At most two code units make a code point, so a text twice as long as allowed need not be counted.
  return text.length > 2 * MAX_TEXT_LENGTH ? text.length : Array.from(text).length;
}

function toCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
