import { RE2JS } from "re2js";
import { SCHEMA_LIMITS } from "./schema-limits.ts";
import { countPatternSteps, findUnsupportedFeature, translatePattern } from "./pattern-text.ts";
import { faulty, ok } from "../result.ts";
import type { Result } from "../result.ts";
import type { SchemaFaultCode } from "./schema-fault.ts";

/** Finds a pattern anywhere in a text, in time linear in the text. */
export interface Pattern {
  /** Of its program; matching costs no more than these times the length of the text. */
  readonly steps: number;
  isFoundIn(text: string): boolean;
}

export interface PatternFault {
  readonly code: SchemaFaultCode;
  readonly message: string;
}

/** Compiles the patterns of one schema, equal ones once, and refuses what would cost too much in all. */
export class PatternBudget {
  readonly #known = new Map<string, Result<Pattern, PatternFault>>();
  #steps = 0;

  compile(source: string): Result<Pattern, PatternFault> {
    const known = this.#known.get(source) ?? this.#compileNew(source);
    this.#known.set(source, known);
    return known;
  }

  #compileNew(source: string): Result<Pattern, PatternFault> {
    const fault = findFault(source);
    if (fault !== null) return faulty(fault);
    const steps = countPatternSteps(source);
    this.#steps += steps;
    if (steps > SCHEMA_LIMITS.maxPatternSteps || this.#steps > SCHEMA_LIMITS.maxTotalPatternSteps) {
      const message =
        "Its repeats make this pattern, or all patterns together, too costly: bound the length by maxLength.";
      return faulty({ code: "schema_pattern_too_costly", message });
    }
    return compileLinear(source, steps);
  }
}

function findFault(source: string): PatternFault | null {
  if (source.length > SCHEMA_LIMITS.maxPatternLength) {
    const message = `A pattern has at most ${SCHEMA_LIMITS.maxPatternLength} characters: shorten it.`;
    return { code: "schema_pattern_too_long", message };
  }
  const reason = findSyntaxFault(source);
  if (reason !== null) {
    const message = `This is no ECMA-262 regular expression in unicode mode (${reason}): correct it.`;
    return { code: "schema_pattern_malformed", message };
  }
  const feature = findUnsupportedFeature(source);
  if (feature === null) return null;
  const message = `This pattern uses ${feature}, which cannot be matched in linear time: write it without.`;
  return { code: "schema_pattern_unsupported", message };
}

/** Reads the pattern without ever running it: the engine of the language takes exponential time on some. */
function findSyntaxFault(source: string): string | null {
  try {
    RegExp(source, "u");
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split(": ").at(-1) ?? error.message) : "malformed";
  }
}

function compileLinear(source: string, steps: number): Result<Pattern, PatternFault> {
  try {
    const compiled = RE2JS.compile(translatePattern(source));
    // `find` keeps to the engine of predictable cost; `test` may spend seconds on building states it never meets again.
    return ok({ steps, isFoundIn: (text) => compiled.matcher(text).find() });
  } catch {
    const message = String.raw`This pattern uses a Unicode property or repeat that the linear-time engine lacks: write ranges, or a general category such as \p{L}.`;
    return faulty({ code: "schema_pattern_unsupported", message });
  }
}
