import { EVIDENCE_KINDS } from "../../core/evidence.ts";
import type { EvidenceKind } from "../../core/evidence.ts";
import { isJsonObject, member, toPointer } from "../../core/json.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ClosedSchema } from "../../core/schema.ts";
import type { DocumentFault, Tool } from "../../core/tool.ts";
import { readUniqueTexts, warnOfUnknownKeys } from "../document.ts";
import type { MemberReader } from "../member-reader.ts";
import { isToolName, MAX_TIMEOUT_MS, readParameters, readToolName, TOOL_NAME_RULE } from "../tool-members.ts";

const KNOWN_KEYS = [
  "name",
  "title",
  "description",
  "mutating",
  "action",
  "produces_evidence",
  "timeout_ms",
  "parameters",
  "messages",
] as const;

/** Names that a call's context holds already; a parameter of the same name would redefine it. */
const CONTEXT_NAMES = [
  "workspace",
  "conversation",
  "turn",
  "subject",
  "locale",
  "timezone",
  "current_time",
  "context",
] as const;

/** Reads one tool of a manifest (contract §2.1); undefined when a fault was reported. */
export function readTool(reader: MemberReader, warnings: DocumentFault[]): Tool | undefined {
  const name = readToolName(reader, "provider.tool.name");
  const mutating = reader.boolean("mutating", "provider.tool.mutating");
  const action = readAction(reader, mutating);
  const producesEvidence = readProducesEvidence(reader, mutating);
  const timeoutMs = reader.integer("timeout_ms", "provider.tool.timeout", 1, MAX_TIMEOUT_MS);
  const parameters = readParametersApart(reader);
  warnOfUnknownKeys(reader, KNOWN_KEYS, "provider.manifest.unknown-keys", warnings);
  const texts = {
    title: readOptionalText(reader, "title", warnings),
    description: readOptionalText(reader, "description", warnings),
    messages: readMessages(reader, warnings),
  };
  if (name === undefined || mutating === undefined || action === undefined) return undefined;
  if (producesEvidence === undefined || timeoutMs === undefined || parameters === undefined) return undefined;
  return {
    name,
    ...texts,
    mutating,
    action,
    producesEvidence,
    timeoutMs,
    parameters,
    requiresFacts: {},
    setsFacts: [],
  };
}

function readAction(reader: MemberReader, mutating: boolean | undefined): string | null | undefined {
  const code = "provider.tool.action";
  if (mutating !== true) {
    return reader.has("action") && mutating === false
      ? reader.fault(code, ["action"], "A reading tool has no action: leave it out, or say mutating true")
      : null;
  }
  const action = reader.string("action", code);
  return action === undefined || isToolName(action)
    ? action
    : reader.fault(code, ["action"], `action does not fit: ${TOOL_NAME_RULE}`);
}

function readProducesEvidence(
  reader: MemberReader,
  mutating: boolean | undefined,
): readonly EvidenceKind[] | undefined {
  const code = "provider.tool.produces-evidence";
  const texts = readUniqueTexts(reader, "produces_evidence", code);
  if (texts === undefined) return undefined;
  const kinds = EVIDENCE_KINDS.filter((kind) => texts.includes(kind));
  if (kinds.length < texts.length) {
    return reader.fault(
      code,
      ["produces_evidence"],
      `Evidence kinds are ${EVIDENCE_KINDS.join(", ")}: leave out others`,
    );
  }
  if (mutating === undefined || kinds.includes("action") === mutating) return kinds;
  const advice = mutating ? "add action: a mutating tool proves it" : "take action out: a reading tool proves none";
  return reader.fault(code, ["produces_evidence"], `produces_evidence does not fit mutating: ${advice}`);
}

/** The object is closed, so that its own `properties` name every member that arguments can have. */
function readParametersApart(reader: MemberReader): ClosedSchema | undefined {
  const parameters = readParameters(reader, "provider.tool.parameters");
  const properties = parameters === undefined ? undefined : member(parameters.document, "properties");
  const redefined = isJsonObject(properties) ? CONTEXT_NAMES.filter((name) => Object.hasOwn(properties, name)) : [];
  for (const name of redefined) {
    const message = "This name belongs to the context of every call: choose another, or read it from the context";
    reader.fault("provider.tool.context-names", ["parameters", "properties", name], message);
  }
  return redefined.length === 0 ? parameters : undefined;
}

/** Texts are our own addition: one of another type is left out with a warning and hides nothing. */
function readOptionalText(reader: MemberReader, key: string, warnings: DocumentFault[]): string | null {
  const value = reader.at(key);
  if (typeof value === "string") return value;
  if (value !== undefined) warnOfText(reader, key, "a string", warnings);
  return null;
}

function readMessages(reader: MemberReader, warnings: DocumentFault[]): JsonObject | null {
  const value = reader.at("messages");
  if (isJsonObject(value)) return value;
  if (value !== undefined) warnOfText(reader, "messages", "an object by outcome and language", warnings);
  return null;
}

function warnOfText(reader: MemberReader, key: string, expected: string, warnings: DocumentFault[]): void {
  const message = `${key} is left out: it must be ${expected}`;
  warnings.push({ code: "provider.tool.texts", pointer: toPointer(reader.pointer, key), message });
}
