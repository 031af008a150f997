import { additionalPropertiesKeyword, propertiesKeyword, requiredKeyword } from "./keyword-object.ts";
import { annotationKeywords } from "./keyword-annotations.ts";
import { anyOfKeyword } from "./keyword-any-of.ts";
import { boundKeywords, multipleOfKeyword } from "./keyword-number.ts";
import { constKeyword, enumKeyword } from "./keyword-enum.ts";
import { formatKeyword, patternKeyword } from "./keyword-text.ts";
import { itemsKeyword, uniqueItemsKeyword } from "./keyword-array.ts";
import { refKeyword } from "./keyword-ref.ts";
import { sizeKeywords } from "./keyword-size.ts";
import type { Keyword } from "./keyword.ts";

/** The words of the subset beside `type`, in the order in which their faults are told. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  [
    refKeyword,
    constKeyword,
    enumKeyword,
    anyOfKeyword,
    ...boundKeywords,
    multipleOfKeyword,
    ...sizeKeywords,
    patternKeyword,
    formatKeyword,
    requiredKeyword,
    additionalPropertiesKeyword,
    propertiesKeyword,
    uniqueItemsKeyword,
    itemsKeyword,
    ...annotationKeywords,
  ].map((keyword) => [keyword.name, keyword]),
);

/** Words that stand at the root alone. */
export const ROOT_KEYWORDS: ReadonlySet<string> = new Set(["$schema", "$defs"]);

/** Every word that can stand in a schema. */
export const SUPPORTED_KEYWORDS: ReadonlySet<string> = new Set(["type", ...KEYWORDS.keys(), ...ROOT_KEYWORDS]);
