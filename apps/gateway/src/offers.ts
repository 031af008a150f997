import {
  domainPackContract,
  parseManifest,
  parsePack,
  providerContract,
  type Catalog,
  type Contract,
  type ContractName,
} from "counterfoil/contracts";
import type { DocumentFault, Result, Tool } from "counterfoil/core";
import type { Connection, ConnectionDocument, OfferedName } from "./store/connections.ts";
import type { Conversation } from "./store/conversations.ts";
import type { Store } from "./store/store.ts";

/** One tool as agents of the workspace may see it. */
export interface OfferedTool {
  /** The model-safe name; the adapter always receives `tool.name`. */
  readonly name: string;
  readonly tool: Tool;
  readonly connection: Connection;
  readonly catalog: Catalog;
  readonly contract: Contract;
  /** All tools of the same connection. */
  readonly siblings: readonly OfferedTool[];
}

/** Every tool of a workspace, by offered name. */
export type Offer = ReadonlyMap<string, OfferedTool>;

/** Knows what each workspace offers; reads again after `forget`. */
export interface Offers {
  of(workspaceId: string): Promise<Offer>;
  forget(workspaceId: string): void;
}

const CONTRACTS: Readonly<Record<ContractName, Contract>> = {
  provider: providerContract,
  "domain-pack": domainPackContract,
};

export function createOffers(store: Store): Offers {
  const known = new Map<string, Promise<Offer>>();
  return {
    of(workspaceId) {
      const offer = known.get(workspaceId) ?? readOffer(store, workspaceId);
      known.set(workspaceId, offer);
      offer.catch(() => known.delete(workspaceId));
      return offer;
    },
    forget(workspaceId) {
      known.delete(workspaceId);
    },
  };
}

export function toContract(name: ContractName): Contract {
  return CONTRACTS[name];
}

/** Reads a manifest or pack as its contract says. */
export function parseDocument(contract: ContractName, body: Uint8Array): Result<Catalog, DocumentFault> {
  return contract === "provider"
    ? parseManifest(body)
    : parsePack(new TextDecoder("utf-8", { ignoreBOM: true }).decode(body));
}

/** A Domain Pack's tools belong to conversations of its domain with one of its partners; a provider's to every one. */
export function isWithinReach(offered: OfferedTool, conversation: Conversation): boolean {
  const { domain } = offered.catalog;
  if (domain === null) return true;
  const { domainId, partnerId, phone } = conversation;
  return (
    domain.domainId === domainId && phone !== null && domain.partners.some((partner) => partner.partnerId === partnerId)
  );
}

async function readOffer(store: Store, workspaceId: string): Promise<Offer> {
  const [connections, documents, names] = await Promise.all([
    readAllConnections(store, workspaceId),
    store.connections.servingDocuments(workspaceId),
    store.connections.offeredNames(workspaceId),
  ]);
  const tools = connections.flatMap((connection) => {
    const document = documents.find(({ connectionId }) => connectionId === connection.id);
    return document === undefined ? [] : offerConnection(connection, document, names);
  });
  return new Map(tools.map((offered) => [offered.name, offered]));
}

function offerConnection(
  connection: Connection,
  document: ConnectionDocument,
  names: readonly OfferedName[],
): readonly OfferedTool[] {
  const catalog = parseDocument(connection.contract, document.body);
  if (!catalog.ok) return [];
  const own = new Map(
    names.filter((name) => name.connectionId === connection.id).map((name) => [name.toolName, name.name]),
  );
  const siblings: OfferedTool[] = [];
  for (const tool of catalog.value.tools) {
    const name = own.get(tool.name);
    if (name === undefined) continue;
    siblings.push({
      name,
      tool,
      connection,
      catalog: catalog.value,
      contract: toContract(connection.contract),
      siblings,
    });
  }
  return siblings;
}

async function readAllConnections(store: Store, workspaceId: string): Promise<readonly Connection[]> {
  const connections: Connection[] = [];
  let after: string | null = null;
  do {
    const page = await store.connections.list(workspaceId, { limit: 100, after });
    connections.push(...page.items);
    after = page.nextCursor;
  } while (after !== null);
  return connections;
}
