import { FORMATS } from "./format.ts";
import { nameValue, showText } from "./shown-value.ts";
import type { Keyword } from "./keyword.ts";
import type { KindSet, ValueKind } from "./value-kind.ts";

const STRINGS: KindSet = new Set<ValueKind>(["string"]);

export const patternKeyword: Keyword = {
  name: "pattern",
  kinds: STRINGS,
  read(source, { scope, refuse }) {
    if (typeof source !== "string") {
      refuse("schema_keyword_malformed", "pattern is a regular expression as a text.");
      return null;
    }
    const compiled = scope.patterns.compile(source);
    if (!compiled.ok) {
      for (const { code, message } of compiled.faults) refuse(code, message);
      return null;
    }
    const pattern = compiled.value;
    return (value, pointer, judgement) => {
      if (typeof value !== "string") return;
      if (!judgement.spendMatching(pattern.steps * value.length)) {
        judgement.add(
          pointer,
          "pattern",
          `expected less text to match against the pattern ${source}: send a shorter text`,
        );
        return;
      }
      if (pattern.isFoundIn(value)) return;
      const message = `expected a string that matches the pattern ${source}, got ${nameValue(value)}: send it in that form`;
      judgement.add(pointer, "pattern", message);
    };
  },
};

export const formatKeyword: Keyword = {
  name: "format",
  kinds: STRINGS,
  read(name, { refuse }) {
    const format = typeof name === "string" ? FORMATS.get(name) : undefined;
    if (format === undefined) {
      const named = typeof name === "string" ? showText(name) : "This";
      const known = [...FORMATS.keys()].join(", ");
      refuse(
        "schema_format_unsupported",
        `${named} is no format that is checked: write one of ${known}, or a pattern.`,
      );
      return null;
    }
    return (value, pointer, judgement) => {
      if (typeof value !== "string" || format.accepts(value)) return;
      judgement.add(
        pointer,
        "format",
        `expected ${format.words}, got ${nameValue(value)}: send it as ${format.example}`,
      );
    };
  },
};
