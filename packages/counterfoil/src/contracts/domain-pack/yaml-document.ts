import { LineCounter, parseDocument } from "yaml";
import { checkJson } from "../../core/check-json.ts";
import { toTextPlace } from "../../core/json-fault.ts";
import { PACK_LIMITS } from "../../core/json-limits.ts";
import type { JsonValue } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import type { DocumentFault } from "../../core/tool.ts";
import { utf8Length } from "../../core/utf8.ts";
import { maskReferences } from "./secret-reference.ts";
import { describeYamlFault } from "./yaml-fault.ts";
import { findExcessNesting } from "./yaml-nesting.ts";
import { YamlReader } from "./yaml-reader.ts";

const YAML_RULE = "domain-pack.pack.yaml";
const LIMITS_RULE = "domain-pack.pack.limits";
const MAX_SYNTAX_FAULTS = 20;
const FIRST = { line: 1, column: 1 } as const;

/** A document of YAML 1.2 core (JSON is YAML), and where its values stand in the text. */
export interface YamlDocument {
  readonly value: JsonValue;
  /** The place of the innermost value that a pointer leads to. */
  placeOf(pointer: string): YamlPlace;
  /** A scalar as it was written, if it was written without quotes. */
  plainSourceOf(pointer: string): string | undefined;
}

/** 1-based. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Reads text that a person wrote, by the rules of JSON at every edge (contract §6), with the place of every fault. */
export function parseYaml(text: string): Result<YamlDocument, DocumentFault> {
  if (utf8Length(text) > PACK_LIMITS.maxBytes) {
    return refuse([
      { code: LIMITS_RULE, pointer: "", message: `A pack has at most ${PACK_LIMITS.maxBytes} bytes`, ...FIRST },
    ]);
  }
  if (text.startsWith("\uFEFF")) {
    const message = "The text starts with a byte order mark: save it as UTF-8 without one";
    return refuse([{ code: YAML_RULE, pointer: "", message, ...FIRST }]);
  }
  const masked = maskReferences(text);
  const lines = new LineCounter();
  const excess = findExcessNesting(masked, PACK_LIMITS.maxDepth);
  if (excess !== null) {
    const { line, column } = toTextPlace(masked, excess);
    const message = `This is nested deeper than ${PACK_LIMITS.maxDepth} levels: flatten it`;
    return refuse([{ code: LIMITS_RULE, pointer: "", message, line, column }]);
  }
  const document = parseDocument(masked, {
    schema: "core",
    // The reader finds them itself, in linear time.
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const errors = [...document.errors, ...document.warnings].slice(0, MAX_SYNTAX_FAULTS);
  if (errors.length > 0) {
    return refuse(
      errors.map(({ code, pos }) => {
        const { line, col } = lines.linePos(pos[0]);
        return { code: YAML_RULE, pointer: "", message: describeYamlFault(code), line, column: col };
      }),
    );
  }
  return toJson(new YamlReader(document, lines));
}

function toJson(reader: YamlReader): Result<YamlDocument, DocumentFault> {
  const value = reader.read();
  if (reader.faults.length > 0) return refuse(reader.faults);
  const checked = checkJson(value, PACK_LIMITS);
  if (checked.ok) return ok({ value: checked.value, placeOf: reader.placeOf, plainSourceOf: reader.plainSourceOf });
  return refuse(
    checked.faults.map(({ reason, pointer, message }) => ({
      code: `json.${reason}`,
      pointer,
      message,
      ...reader.placeOf(pointer),
    })),
  );
}

function refuse(faults: readonly DocumentFault[]): Result<never, DocumentFault> {
  return { ok: false, faults };
}
