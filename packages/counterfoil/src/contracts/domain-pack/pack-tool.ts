import type { FactDeclaration } from "../../core/facts.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ClosedSchema } from "../../core/schema.ts";
import type { DocumentFault, Tool } from "../../core/tool.ts";
import { warnOfUnknownKeys } from "../document.ts";
import type { MemberReader } from "../member-reader.ts";
import { MAX_TIMEOUT_MS, readParameters, readToolName } from "../tool-members.ts";
import { readRequiredFacts, readSetFacts } from "./pack-facts.ts";
import { checkSchemaScalars } from "./scalar-advice.ts";
import type { YamlDocument } from "./yaml-document.ts";

const CODE = "domain-pack.tool.declaration";
const KNOWN_KEYS = ["name", "title", "description", "effect", "timeoutMs", "requires", "sets", "parameters"] as const;

/** Reads one tool of a pack (contract §3.1); undefined when a fault was reported. */
export function readTool(
  reader: MemberReader,
  facts: Readonly<Record<string, FactDeclaration>>,
  yaml: YamlDocument,
  warnings: DocumentFault[],
): Tool | undefined {
  const name = readToolName(reader, CODE);
  const title = readOptionalText(reader, "title");
  const description = readOptionalText(reader, "description");
  const effect = readEffect(reader);
  const timeoutMs = reader.integer("timeoutMs", CODE, 1, MAX_TIMEOUT_MS);
  const requiresFacts = readRequiredFacts(reader, facts);
  const setsFacts = readSetFacts(reader, facts);
  const parameters = readTypedParameters(reader, yaml);
  warnOfUnknownKeys(reader, KNOWN_KEYS, "domain-pack.pack.unknown-keys", warnings);
  if (name === undefined || title === undefined || description === undefined || effect === undefined) return undefined;
  if (timeoutMs === undefined || parameters === undefined) return undefined;
  if (requiresFacts === undefined || setsFacts === undefined) return undefined;
  const mutating = effect === "write";
  const action = mutating ? name : null;
  return {
    name,
    title,
    description,
    mutating,
    action,
    producesEvidence: [],
    timeoutMs,
    parameters,
    requiresFacts,
    setsFacts,
    messages: null,
  };
}

function readEffect(reader: MemberReader): "read" | "write" | undefined {
  const effect = reader.at("effect");
  return effect === "read" || effect === "write" ? effect : reader.expected(CODE, "effect", "read or write");
}

function readOptionalText(reader: MemberReader, key: string): string | null | undefined {
  return reader.has(key) ? reader.string(key, CODE) : null;
}

function readTypedParameters(reader: MemberReader, yaml: YamlDocument): ClosedSchema | undefined {
  const declared = reader.at("parameters");
  const misread = isJsonObject(declared) ? checkSchemaScalars(declared, `${reader.pointer}/parameters`, yaml) : [];
  return misread.length === 0 ? readParameters(reader, CODE) : reader.adopt(misread);
}
