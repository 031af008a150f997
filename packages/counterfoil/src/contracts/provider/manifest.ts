import type { JsonValue } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { MANIFEST_LIMITS } from "../../core/json-limits.ts";
import { parseJson } from "../../core/parse-json.ts";
import { ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import { isDate } from "../../core/time.ts";
import type { DocumentFault } from "../../core/tool.ts";
import type { Catalog } from "../contract.ts";
import { readLanguages, readUniqueTexts, toDocumentFault, warnOfUnknownKeys } from "../document.ts";
import { MemberReader } from "../member-reader.ts";
import { sortTools } from "../tool-list.ts";
import type { DeclaredTools } from "../tool-list.ts";
import { readTool } from "./manifest-tool.ts";

const KNOWN_KEYS = [
  "protocol_version",
  "contract_version",
  "capabilities",
  "languages",
  "receipt_retention_seconds",
  "tools",
] as const;
const TOOL_LIST_CODES = {
  list: "provider.manifest.tool-count",
  uniqueNames: "provider.manifest.unique-names",
} as const;
const ADVISED_RETENTION_SECONDS = 86_400;

/**
 * Reads a manifest (contract §2.1). A fault of the top level refuses it, with every fault; a fault of a tool
 * quarantines that tool alone.
 */
export function parseManifest(body: Uint8Array): Result<Catalog, DocumentFault> {
  const parsed = parseJson(body, MANIFEST_LIMITS);
  if (!parsed.ok) return { ok: false, faults: parsed.faults.map(toDocumentFault) };
  if (!isJsonObject(parsed.value)) {
    const message =
      "A manifest is an object with protocol_version, contract_version, capabilities, languages and tools";
    return { ok: false, faults: [{ code: "provider.manifest.object", pointer: "", message }] };
  }
  const faults: DocumentFault[] = [];
  const reader = new MemberReader(parsed.value, "", faults);
  const catalog = readCatalog(reader);
  return catalog === undefined || faults.length > 0 ? { ok: false, faults } : ok(catalog);
}

function readCatalog(reader: MemberReader): Catalog | undefined {
  if (reader.at("protocol_version") !== "1") {
    reader.expected("provider.manifest.protocol-version", "protocol_version", 'the string "1"');
  }
  const contractVersion = readContractVersion(reader);
  const languages = readLanguages(reader, "provider.manifest.languages");
  const capabilities = readUniqueTexts(reader, "capabilities", "provider.manifest.capabilities");
  const warnings: DocumentFault[] = [];
  const declared = sortTools(reader, TOOL_LIST_CODES, (tool) => readTool(tool, warnings));
  if (capabilities !== undefined && declared !== undefined) checkCapabilities(reader, capabilities, declared);
  const retentionSeconds = readRetention(reader, declared, warnings);
  warnOfUnknownKeys(reader, KNOWN_KEYS, "provider.manifest.unknown-keys", warnings);
  if (contractVersion === undefined || languages === undefined || retentionSeconds === undefined) return undefined;
  if (capabilities === undefined || declared === undefined) return undefined;
  return {
    contract: "provider",
    contractVersion,
    languages,
    tools: declared.tools,
    quarantined: declared.quarantined,
    warnings,
    receipts: {
      lookup: capabilities.includes("receipt.lookup"),
      void: capabilities.includes("receipt.void"),
      retentionSeconds,
    },
    domain: null,
  };
}

function readContractVersion(reader: MemberReader): string | undefined {
  const version = reader.string("contract_version", "provider.manifest.contract-version");
  if (version === undefined || isDate(version)) return version;
  const message = "contract_version is no real date: write it as YYYY-MM-DD, such as 2026-09-01";
  return reader.fault("provider.manifest.contract-version", ["contract_version"], message);
}

/** Counts every declared tool, so that quarantining one never makes the capabilities wrong. */
function checkCapabilities(reader: MemberReader, capabilities: readonly string[], { declared }: DeclaredTools): void {
  const kinds = declared.map((tool) => (isJsonObject(tool) ? tool["mutating"] : undefined));
  checkCapability(reader, "read", capabilities.includes("read"), kinds, false);
  checkCapability(reader, "mutate", capabilities.includes("mutate"), kinds, true);
}

function checkCapability(
  reader: MemberReader,
  capability: string,
  isDeclared: boolean,
  kinds: readonly (JsonValue | undefined)[],
  mutating: boolean,
): void {
  const code = "provider.manifest.capabilities-match";
  const verb = mutating ? "mutates" : "reads";
  const isUndecided = kinds.some((kind) => typeof kind !== "boolean");
  if (kinds.includes(mutating) && !isDeclared) {
    reader.fault(code, ["capabilities"], `Some tool ${verb}: add "${capability}" to capabilities`);
  } else if (isDeclared && !isUndecided && !kinds.includes(mutating)) {
    reader.fault(code, ["capabilities"], `No tool ${verb}: take "${capability}" out of capabilities`);
  }
}

/** Null where nothing is declared and no tool mutates. */
function readRetention(
  reader: MemberReader,
  tools: DeclaredTools | undefined,
  warnings: DocumentFault[],
): number | null | undefined {
  const key = "receipt_retention_seconds";
  const isRequired = tools?.declared.some((tool) => isJsonObject(tool) && tool["mutating"] === true) ?? false;
  if (!reader.has(key) && !isRequired) return null;
  const seconds = reader.integer(key, "provider.manifest.receipt-retention", 1, Number.MAX_SAFE_INTEGER);
  if (seconds !== undefined && seconds < ADVISED_RETENTION_SECONDS) {
    const message = `Receipts are kept for less than a day: an outcome that stays unknown for longer cannot be looked up; write at least ${ADVISED_RETENTION_SECONDS}`;
    warnings.push({ code: "provider.manifest.receipt-retention-day", pointer: `/${key}`, message });
  }
  return seconds;
}
