import { EVERY_KIND } from "./value-kind.ts";
import { isJsonArray } from "../json.ts";
import type { Keyword } from "./keyword.ts";

/** Words that describe and ask nothing of a value; a `default` is never filled in. */
export const annotationKeywords: readonly Keyword[] = [
  {
    name: "default",
    kinds: EVERY_KIND,
    read: () => null,
  },
  ...["title", "description"].map((name): Keyword => ({
    name,
    kinds: EVERY_KIND,
    read(text, { refuse }) {
      if (typeof text !== "string") refuse("schema_keyword_malformed", `${name} is a text.`);
      return null;
    },
  })),
  {
    name: "examples",
    kinds: EVERY_KIND,
    read(examples, { refuse }) {
      if (!isJsonArray(examples)) refuse("schema_keyword_malformed", "examples is a list of values.");
      return null;
    },
  },
];
