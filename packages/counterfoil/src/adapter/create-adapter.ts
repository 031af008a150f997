import type { Contract } from "../contracts/contract.ts";
import { domainPackContract } from "../contracts/domain-pack/domain-pack-contract.ts";
import { providerContract } from "../contracts/provider/provider-contract.ts";
import { SetupError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Answer } from "../core/outcome.ts";
import type { Receipts } from "../receipts/receipts.ts";
import { toAdapterRequest } from "./adapter-request.ts";
import { readCredentials } from "./credentials.ts";
import type { CredentialOptions } from "./credentials.ts";
import { declareTools } from "./declare-tools.ts";
import { printFault, toSafeReport } from "./faults.ts";
import type { AdapterFault } from "./faults.ts";
import { handleRequest } from "./handle-request.ts";
import type { ServedAdapter } from "./served-adapter.ts";
import { testCall } from "./test-call.ts";
import type { TestCallOptions } from "./test-call.ts";
import type { ToolDefinition } from "./tool-definition.ts";

export interface AdapterOptions<Tx> {
  /** `YYYY-MM-DD`; change it with every breaking change of a tool. */
  readonly contractVersion: string;
  /** BCP 47 tags, the first being the main one. */
  readonly languages: readonly string[];
  /** Who may call. A `bearer` serves the provider contract, an `apiKey` the domain-pack contract. */
  readonly credentials: readonly CredentialOptions[];
  /** Where actions and their receipts are committed; needed as soon as a tool is an action. */
  readonly receipts?: Receipts<Tx>;
  readonly tools: readonly ToolDefinition<NoInfer<Tx>>[];
  /** The present moment; the machine's clock unless said. */
  readonly clock?: () => Date;
  /** Told of every fault inside the adapter; prints one line without contents unless said. */
  readonly onFault?: (fault: AdapterFault) => unknown;
}

export interface Adapter {
  /** Answers a request of either contract. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The manifest as it is served; null without a bearer credential. */
  readonly manifest: JsonObject | null;
  /** Calls a tool in a test, through the bytes of a real call; see `TestCallOptions`. */
  call(toolName: string, options?: TestCallOptions): Promise<Answer>;
  /** Waits for the action that runs, then lets go of the receipts. */
  close(): Promise<void>;
}

/** Wires an adapter. Throws a SetupError that lists every fault of credentials and tools, each with what to do. */
export function createAdapter<Tx>(options: AdapterOptions<Tx>): Adapter {
  const adapter = toServedAdapter(options);
  const fetch = async (request: Request): Promise<Response> => {
    const { status, headers, body } = await handleRequest(adapter, toAdapterRequest(request));
    const isBodiless = status === 304 || request.method === "HEAD";
    return new Response(isBodiless ? null : body.slice(), { status, headers });
  };
  return {
    fetch,
    manifest: adapter.manifest,
    call: (toolName, callOptions) => testCall(adapter, fetch, toolName, callOptions),
    close: async () => adapter.receipts?.close(),
  };
}

function toServedAdapter<Tx>(options: AdapterOptions<Tx>): ServedAdapter<Tx> {
  const { contractVersion, languages, receipts = null, tools, clock = () => new Date() } = options;
  const { credentials, faults } = readCredentials(options.credentials);
  const servesProvider = credentials.some(({ contract }) => contract === "provider");
  const retentionSeconds = receipts?.retentionSeconds ?? null;
  const declaration = declareTools({ contractVersion, languages, tools, retentionSeconds, servesProvider });
  const all = [...faults, ...checkReceipts(options), ...(declaration.ok ? [] : declaration.faults)];
  if (!declaration.ok || all.length > 0) {
    throw new SetupError(["The adapter cannot start:", ...all].join("\n- "));
  }
  return {
    contractVersion,
    languages,
    credentials,
    contracts: CONTRACTS.filter(({ name }) => credentials.some(({ contract }) => contract === name)),
    tools: declaration.value.tools,
    receipts,
    manifest: servesProvider ? declaration.value.manifest : null,
    clock,
    reportFault: toSafeReport(options.onFault ?? printFault),
  };
}

const CONTRACTS: readonly Contract[] = [providerContract, domainPackContract];

function checkReceipts<Tx>({ tools, receipts }: AdapterOptions<Tx>): readonly string[] {
  const actions = tools.filter(({ action }) => action !== null).map(({ name }) => name);
  if (actions.length === 0 || receipts !== undefined) return [];
  return [`receipts: ${actions.join(", ")} changes something: set receipts, such as sqliteReceipts(file, { … })`];
}
