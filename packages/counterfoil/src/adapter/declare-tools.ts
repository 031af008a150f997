import type { Catalog } from "../contracts/contract.ts";
import { parseManifest } from "../contracts/provider/manifest.ts";
import { toJsonBody } from "../contracts/reply-body.ts";
import type { JsonObject } from "../core/json.ts";
import { ok } from "../core/result.ts";
import type { Result } from "../core/result.ts";
import type { DocumentFault } from "../core/tool.ts";
import type { ServedTool } from "./served-adapter.ts";
import type { ToolDefinition } from "./tool-definition.ts";

export interface DeclareParams<Tx> {
  readonly contractVersion: string;
  readonly languages: readonly string[];
  readonly tools: readonly ToolDefinition<Tx>[];
  readonly retentionSeconds: number | null;
  /** Whether the manifest will be served, and so every tool must declare its evidence. */
  readonly servesProvider: boolean;
}

export interface Declaration<Tx> {
  readonly manifest: JsonObject;
  readonly tools: ReadonlyMap<string, ServedTool<Tx>>;
}

/** Writes the manifest, and reads it as a platform will: what that would refuse is told here, every fault at once. */
export function declareTools<Tx>(params: DeclareParams<Tx>): Result<Declaration<Tx>, string> {
  const parameters = params.tools.map((tool) => ({ tool, schema: tool.input.toParameters() }));
  const inexpressible = parameters.flatMap(({ tool, schema }) =>
    schema.ok ? [] : schema.faults.map((fault) => `${tool.name}: ${fault}`),
  );
  if (inexpressible.length > 0) return { ok: false, faults: inexpressible };
  const declared = parameters.flatMap(({ tool, schema }) =>
    schema.ok ? [toDeclared(tool, schema.value, params)] : [],
  );
  const manifest = toManifest(params, declared);
  const catalog = parseManifest(toJsonBody(manifest));
  if (!catalog.ok) return { ok: false, faults: catalog.faults.map(tellFault) };
  const faults = [
    ...tellQuarantined(catalog.value, params.tools),
    ...catalog.value.warnings.filter(isOurs).map(tellFault),
  ];
  return faults.length > 0
    ? { ok: false, faults }
    : ok({ manifest, tools: toServedTools(catalog.value, params.tools) });
}

function toManifest<Tx>(params: DeclareParams<Tx>, tools: readonly JsonObject[]): JsonObject {
  const mutates = params.tools.some(({ action }) => action !== null);
  const reads = params.tools.some(({ action }) => action === null);
  const { contractVersion, languages, retentionSeconds } = params;
  return {
    protocol_version: "1",
    contract_version: contractVersion,
    capabilities: [...(reads ? ["read"] : []), ...(mutates ? ["mutate", "receipt.lookup", "receipt.void"] : [])],
    languages,
    ...(mutates && retentionSeconds !== null ? { receipt_retention_seconds: retentionSeconds } : {}),
    tools,
  };
}

function toDeclared<Tx>(tool: ToolDefinition<Tx>, parameters: JsonObject, params: DeclareParams<Tx>): JsonObject {
  const { title, description, timeoutMs, messages } = tool.texts;
  return {
    name: tool.name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    mutating: tool.action !== null,
    ...(tool.action === null ? {} : { action: tool.action }),
    produces_evidence: isUnproven(tool) && !params.servesProvider ? STAND_IN : tool.evidence,
    timeout_ms: timeoutMs,
    parameters,
    ...(messages === undefined ? {} : { messages }),
  };
}

/** Where no manifest is served a read may bring no evidence; any kind then makes the manifest one that can be checked. */
const STAND_IN = ["value"];

function isUnproven<Tx>({ evidence }: ToolDefinition<Tx>): boolean {
  return evidence.length === 0;
}

function toServedTools<Tx>(
  { tools }: Catalog,
  definitions: readonly ToolDefinition<Tx>[],
): ReadonlyMap<string, ServedTool<Tx>> {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return new Map(
    tools.flatMap((tool) => {
      const definition = byName.get(tool.name);
      if (definition === undefined) return [];
      return [[tool.name, { tool: { ...tool, producesEvidence: definition.evidence }, definition }] as const];
    }),
  );
}

function tellQuarantined<Tx>({ quarantined }: Catalog, definitions: readonly ToolDefinition<Tx>[]): readonly string[] {
  return quarantined.flatMap(({ name, reasons }) => {
    const vendor = definitions.find((definition) => definition.name === name)?.input.vendor ?? null;
    const isOpen = reasons.some(({ code }) => code === "schema_object_open");
    const advice = isOpen && vendor !== null ? [`${name}: close every object: ${toClosedForm(vendor)}`] : [];
    return [...reasons.map((reason) => `${name}: ${tellFault(reason)}`), ...advice];
  });
}

function toClosedForm(vendor: string): string {
  return CLOSED_FORMS.get(vendor) ?? "use the form of your library that refuses unknown keys";
}

const CLOSED_FORMS: ReadonlyMap<string, string> = new Map([
  ["zod", "write z.strictObject({ … }) instead of z.object({ … })"],
  ["valibot", "write v.strictObject({ … }) instead of v.object({ … })"],
  ["arktype", 'add "+": "reject" to the type'],
]);

/** A text of the wrong type is left out of a catalog; here its author can still mend it. */
function isOurs({ code }: DocumentFault): boolean {
  return code === "provider.tool.texts";
}

/** Faults are worded for a manifest: authors know the same members by the names of the options. */
const OPTION_NAMES = [
  ["produces_evidence", "evidence"],
  ["timeout_ms", "timeoutMs"],
  ["contract_version", "contractVersion"],
] as const;

function tellFault({ pointer, message }: DocumentFault): string {
  return OPTION_NAMES.reduce(
    (text, [member, option]) => text.replaceAll(member, option),
    `${message} (${pointer || "/"})`,
  );
}
