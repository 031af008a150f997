import { isLanguageTag } from "../core/language.ts";
import { toPointer } from "../core/json.ts";
import type { JsonFault } from "../core/json-fault.ts";
import type { DocumentFault } from "../core/tool.ts";
import type { MemberReader } from "./member-reader.ts";

/** A fault of the JSON itself, which refuses the whole document. */
export function toDocumentFault({ reason, pointer, message, ...place }: JsonFault): DocumentFault {
  return { code: `json.${reason}`, pointer, message, line: place.line, column: place.column };
}

/** A non-empty array of unique, non-empty texts. */
export function readUniqueTexts(reader: MemberReader, key: string, code: string): readonly string[] | undefined {
  const items = reader.array(key, code);
  if (items === undefined) return undefined;
  const texts = items.filter((item) => typeof item === "string" && item !== "");
  if (!areTexts(texts) || texts.length === 0 || texts.length < items.length) {
    return reader.fault(code, [key], `${key} is a non-empty array of strings: write such as ["…"]`);
  }
  const repeated = texts.findIndex((text, index) => texts.indexOf(text) < index);
  return repeated === -1 ? texts : reader.fault(code, [key, repeated], `${key} says this twice: take one out`);
}

/** A non-empty array of unique BCP 47 tags. */
export function readLanguages(reader: MemberReader, code: string): readonly string[] | undefined {
  const tags = readUniqueTexts(reader, "languages", code);
  if (tags === undefined) return undefined;
  const lower = tags.map((tag) => tag.toLowerCase());
  const wrong = tags.findIndex((tag, index) => !isLanguageTag(tag) || lower.indexOf(tag.toLowerCase()) < index);
  const message = "languages holds unique BCP 47 tags: write such as en or ar-AE";
  return wrong === -1 ? tags : reader.fault(code, ["languages", wrong], message);
}

/** Keys that nobody reads are worth an operator's eye: most are misspelt. */
export function warnOfUnknownKeys(
  reader: MemberReader,
  known: readonly string[],
  code: string,
  warnings: DocumentFault[],
): void {
  for (const key of reader.unknownKeys(known)) {
    const message = "This key is not known and is ignored: check its spelling, or take it out";
    warnings.push({ code, pointer: toPointer(reader.pointer, key), message });
  }
}

function areTexts(items: readonly unknown[]): items is readonly string[] {
  return items.every((item) => typeof item === "string");
}
