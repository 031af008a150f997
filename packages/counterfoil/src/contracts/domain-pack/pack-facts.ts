import type { FactDeclaration, FactType } from "../../core/facts.ts";
import type { JsonValue } from "../../core/json.ts";
import type { DocumentFault } from "../../core/tool.ts";
import { readUniqueTexts, warnOfUnknownKeys } from "../document.ts";
import type { MemberReader } from "../member-reader.ts";

const CODE = "domain-pack.pack.facts";
const FACT_TYPES = ["boolean", "string", "number", "integer"] as const satisfies readonly FactType[];
const EXPECTED = {
  boolean: "true or false",
  string: "a string",
  number: "a number",
  integer: "an integer",
} as const satisfies Record<FactType, string>;

/** The facts that a pack declares, by name. */
export function readFacts(
  pack: MemberReader,
  warnings: DocumentFault[],
): Readonly<Record<string, FactDeclaration>> | undefined {
  if (!pack.has("facts")) return {};
  const facts = pack.members("facts", CODE);
  if (facts === undefined) return undefined;
  const names = Object.keys(facts.object);
  const entries = names.flatMap((name) => {
    const reader = facts.members(name, CODE);
    const declaration = reader === undefined ? undefined : readFact(reader, warnings);
    return declaration === undefined ? [] : [[name, declaration] as const];
  });
  return Object.fromEntries(entries);
}

function readFact(reader: MemberReader, warnings: DocumentFault[]): FactDeclaration | undefined {
  const type = FACT_TYPES.find((known) => known === reader.at("type"));
  warnOfUnknownKeys(reader, ["type", "default"], "domain-pack.pack.unknown-keys", warnings);
  if (type === undefined) return reader.expected(CODE, "type", `one of ${FACT_TYPES.join(", ")}`);
  const value = reader.at("default");
  if (value === undefined) return { type };
  return isFactValue(type, value) ? { type, default: value } : reader.expected(CODE, "default", EXPECTED[type]);
}

/** The values by which a tool requires facts to hold: of declared facts, each of its type. */
export function readRequiredFacts(
  tool: MemberReader,
  declared: Readonly<Record<string, FactDeclaration>>,
): Readonly<Record<string, JsonValue>> | undefined {
  const code = "domain-pack.tool.requires";
  if (!tool.has("requires")) return {};
  const requires = tool.members("requires", code);
  const facts = requires?.members("facts", code);
  if (requires === undefined || facts === undefined) return undefined;
  for (const key of requires.unknownKeys(["facts"])) {
    // A misspelt condition would offer the tool to everybody.
    requires.fault(code, [key], "requires knows facts alone: check the spelling");
  }
  for (const [name, value] of Object.entries(facts.object)) {
    const declaration = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (declaration === undefined) facts.fault(code, [name], "No fact of this name is declared: add it to facts");
    else if (!isFactValue(declaration.type, value)) facts.expected(code, name, EXPECTED[declaration.type]);
  }
  return facts.object;
}

/** The facts that a tool says it sets. */
export function readSetFacts(
  tool: MemberReader,
  declared: Readonly<Record<string, FactDeclaration>>,
): readonly string[] | undefined {
  const code = "domain-pack.tool.sets";
  if (!tool.has("sets")) return [];
  const sets = tool.members("sets", code);
  const names = sets === undefined ? undefined : readUniqueTexts(sets, "facts", code);
  for (const [index, name] of (names ?? []).entries()) {
    if (!Object.hasOwn(declared, name)) {
      sets?.fault(code, ["facts", index], "No fact of this name is declared: add it to facts");
    }
  }
  return names;
}

/** Whether a value is of the type that a fact declares. */
function isFactValue(type: FactType, value: JsonValue): boolean {
  return type === "integer" ? Number.isSafeInteger(value) : typeof value === type;
}
