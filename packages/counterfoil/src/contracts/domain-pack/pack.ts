import { isJsonObject } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import type { DocumentFault } from "../../core/tool.ts";
import type { Catalog } from "../contract.ts";
import { readLanguages, warnOfUnknownKeys } from "../document.ts";
import { MemberReader } from "../member-reader.ts";
import { sortTools } from "../tool-list.ts";
import { readAdapter } from "./pack-adapter.ts";
import { readFacts } from "./pack-facts.ts";
import { readPartners } from "./pack-partners.ts";
import { readTool } from "./pack-tool.ts";
import { adviseScalar } from "./scalar-advice.ts";
import { parseYaml } from "./yaml-document.ts";
import type { YamlDocument } from "./yaml-document.ts";

const KNOWN_KEYS = ["domainId", "name", "languages", "adapter", "partners", "facts", "tools"] as const;
const TOOL_LIST_CODES = { list: "domain-pack.pack.tools", uniqueNames: "domain-pack.pack.tools" } as const;

/**
 * Reads a Domain Pack in YAML or JSON (contract §3.1), with the line of every fault. A fault of the top level refuses
 * it; a fault of a tool quarantines that tool alone.
 */
export function parsePack(text: string): Result<Catalog, DocumentFault> {
  const yaml = parseYaml(text);
  if (!yaml.ok) return yaml;
  const { value } = yaml.value;
  const place = (fault: DocumentFault): DocumentFault => ({ ...fault, ...yaml.value.placeOf(fault.pointer) });
  if (!isJsonObject(value)) {
    const message = "A pack is a mapping with domainId, name, languages, adapter, partners and tools";
    return { ok: false, faults: [place({ code: "domain-pack.pack.object", pointer: "", message })] };
  }
  const faults: DocumentFault[] = [];
  const catalog = readCatalog(new MemberReader(value, "", faults, adviseScalar(yaml.value)), yaml.value);
  if (catalog === undefined || faults.length > 0) return { ok: false, faults: faults.map(place) };
  return ok({
    ...catalog,
    warnings: catalog.warnings.map(place),
    quarantined: catalog.quarantined.map(({ name, reasons }) => ({ name, reasons: reasons.map(place) })),
  });
}

function readCatalog(reader: MemberReader, yaml: YamlDocument): Catalog | undefined {
  const warnings: DocumentFault[] = [];
  const domainId = reader.text("domainId", "domain-pack.pack.domain");
  const name = reader.text("name", "domain-pack.pack.domain");
  const languages = readLanguages(reader, "domain-pack.pack.domain");
  const adapter = readAdapter(reader, warnings);
  const partners = readPartners(reader, warnings);
  const facts = readFacts(reader, warnings);
  const tools = sortTools(reader, TOOL_LIST_CODES, (tool) => readTool(tool, facts ?? {}, yaml, warnings));
  warnOfUnknownKeys(reader, KNOWN_KEYS, "domain-pack.pack.unknown-keys", warnings);
  if (domainId === undefined || name === undefined || languages === undefined || adapter === undefined)
    return undefined;
  if (partners === undefined || facts === undefined || tools === undefined) return undefined;
  const { origin, secretVariable, receipts } = adapter;
  return {
    contract: "domain-pack",
    contractVersion: null,
    languages,
    tools: tools.tools,
    quarantined: tools.quarantined,
    warnings,
    receipts,
    domain: { domainId, name, origin, secretVariable, partners, facts },
  };
}
