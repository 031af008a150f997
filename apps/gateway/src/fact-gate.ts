import { member, toCanonicalJson, type JsonObject, type JsonValue } from "counterfoil/core";
import type { OfferedTool } from "./offers.ts";

/** A fact that keeps a tool from being offered. */
export interface UnmetFact {
  readonly fact: string;
  readonly required: JsonValue;
  /** Null where the fact is not set and has no default. */
  readonly present: JsonValue;
  /** Offered names of the tools that the pack declares to set it. */
  readonly set_by: readonly string[];
}

/** Which required facts do not hold, judged on what is set for the contact and, where nothing is, on the pack's defaults. */
export function findUnmetFacts(offered: OfferedTool, facts: JsonObject): readonly UnmetFact[] {
  return Object.entries(offered.tool.requiresFacts)
    .map(([fact, required]) => ({
      fact,
      required,
      present: presentValue(offered, facts, fact),
      set_by: settersOf(offered, fact),
    }))
    .filter(({ required, present }) => toCanonicalJson(required) !== toCanonicalJson(present));
}

export function toFactSentence(unmet: UnmetFact): string {
  const present = unmet.present === null ? "not set" : JSON.stringify(unmet.present);
  const setters = unmet.set_by.length === 0 ? "" : ` It is set by ${unmet.set_by.join(" or ")}.`;
  return `This tool needs the fact ${unmet.fact} to be ${JSON.stringify(unmet.required)}; it is ${present}.${setters}`;
}

function presentValue(offered: OfferedTool, facts: JsonObject, fact: string): JsonValue {
  const declared = offered.catalog.domain?.facts;
  const fallback = declared !== undefined && Object.hasOwn(declared, fact) ? declared[fact]?.default : undefined;
  return member(facts, fact) ?? fallback ?? null;
}

function settersOf(offered: OfferedTool, fact: string): readonly string[] {
  return offered.siblings.filter(({ tool }) => tool.setsFacts.includes(fact)).map(({ name }) => name);
}
