import { createHash } from "node:crypto";
import { ProblemError, type DocumentFault } from "counterfoil/core";
import { checkCredential, type Catalog, type ContractName } from "counterfoil/contracts";
import { readManifest } from "./discovery.ts";
import type { Gateway } from "./gateway.ts";
import { parseDocument } from "./offers.ts";
import { parseOrigin } from "./outbound/origin.ts";
import type { Connection, ConnectionChange, ConnectionDocument, OfferedName } from "./store/connections.ts";
import { allocateNames } from "./tool-names.ts";

const NAMING_ATTEMPTS = 5;

export interface NewConnection {
  readonly name: string;
  readonly contract: ContractName;
  /** Set for a provider; a pack names its own. */
  readonly origin: string | null;
  /** Null where none was sent, which is refused. */
  readonly credential: string | null;
  /** Set for a domain-pack: the Domain Pack's text. */
  readonly pack: string | null;
}

export interface ConnectionView {
  readonly connection: Connection;
  readonly document: ConnectionDocument;
  readonly catalog: Catalog;
  readonly names: readonly OfferedName[];
}

/** Links an adapter: reads its manifest with the credential, or takes the Domain Pack; stores nothing where either is refused. */
export async function connect(gateway: Gateway, workspaceId: string, wanted: NewConnection): Promise<ConnectionView> {
  const pack = wanted.contract === "domain-pack" ? readPack(gateway, wanted) : null;
  const credential = requireCredential(wanted.credential, pack?.catalog.domain?.secretVariable ?? null);
  const read = pack ?? (await readProvider(gateway, wanted, credential));
  const id = gateway.ids("conn");
  const now = gateway.clock();
  const connection: Connection = {
    workspaceId,
    id,
    name: wanted.name,
    contract: wanted.contract,
    origin: read.origin,
    sealedCredential: await sealCredential(gateway, workspaceId, id, credential),
    credentialVersion: 1,
    createdAt: now,
    updatedAt: now,
  };
  const document = toDocument(connection, read, now);
  const names = await storeWithNames(gateway, connection, document, read.catalog);
  gateway.offers.forget(workspaceId);
  return { connection, document, catalog: read.catalog, names };
}

/** Changes name, origin or credential; a new origin clears the credential unless one comes with it. */
export async function changeConnection(
  gateway: Gateway,
  connection: Connection,
  wanted: { readonly name?: string; readonly origin?: string; readonly credential?: string },
): Promise<void> {
  const { workspaceId, id } = connection;
  const origin = wanted.origin === undefined ? connection.origin : requireOrigin(gateway, wanted.origin);
  const moves = origin !== connection.origin;
  if (moves) await requireMovable(gateway, connection);
  if (wanted.credential !== undefined) requireCredential(wanted.credential, null);
  const change: ConnectionChange = {
    ...(wanted.name !== undefined && { name: wanted.name }),
    ...(moves && { origin, sealedCredential: null }),
    ...(wanted.credential !== undefined && {
      sealedCredential: await sealCredential(gateway, workspaceId, id, wanted.credential),
      credentialVersion: connection.credentialVersion + 1,
    }),
  };
  const updated = await gateway.store.connections.update(connection, change, gateway.clock());
  if (updated === "name_taken")
    throw new ProblemError("conflict", "A connection with that name exists; choose another name.");
  if (updated === "stale")
    throw new ProblemError(
      "conflict",
      "The connection was changed meanwhile; read it again and send what is still wanted.",
    );
  if (updated === "not_found") throw new ProblemError("not_found", "The connection was deleted meanwhile.");
  gateway.offers.forget(workspaceId);
}

/** An operation that is still open can only be found out about at the origin it was sent to. */
async function requireMovable({ store }: Gateway, { workspaceId, id, contract }: Connection): Promise<void> {
  if (contract === "domain-pack") {
    throw new ProblemError("invalid_request", "A pack names its own origin; connect the changed pack instead.");
  }
  for (const state of ["prepared", "sent", "unknown"] as const) {
    const filter = { connectionId: id, state };
    const { items } = await store.operations.list(workspaceId, filter, { limit: 1, after: null });
    if (items.length === 0) continue;
    throw new ProblemError(
      "conflict",
      "Operations of this connection are open; change the origin once they are settled.",
    );
  }
}

/** Null where the connection was removed after it was read. */
export async function viewConnection(gateway: Gateway, connection: Connection): Promise<ConnectionView | null> {
  const { workspaceId, id } = connection;
  const document = await gateway.store.connections.servingDocument(workspaceId, id);
  if (document === null) return null;
  const names = await gateway.store.connections.offeredNames(workspaceId);
  const catalog = parseDocument(connection.contract, document.body);
  if (!catalog.ok) throw toDocumentProblem("stored document", catalog.faults);
  return {
    connection,
    document,
    catalog: catalog.value,
    names: names.filter(({ connectionId }) => connectionId === id),
  };
}

interface ReadDocument {
  readonly origin: string;
  readonly body: Uint8Array;
  readonly etag: string | null;
  readonly catalog: Catalog;
}

async function readProvider(gateway: Gateway, wanted: NewConnection, credential: string): Promise<ReadDocument> {
  if (wanted.origin === null)
    throw new ProblemError("invalid_request", "A provider connection needs the adapter's `origin`.");
  if (wanted.pack !== null) throw new ProblemError("invalid_request", "A provider connection takes no `pack`.");
  const origin = requireOrigin(gateway, wanted.origin);
  const { body, etag } = await readManifest(gateway, origin, credential);
  const catalog = parseDocument("provider", body);
  if (!catalog.ok) throw toDocumentProblem("manifest", catalog.faults);
  return { origin, body, etag, catalog: catalog.value };
}

function readPack(gateway: Gateway, wanted: NewConnection): ReadDocument {
  if (wanted.pack === null)
    throw new ProblemError("invalid_request", "A domain-pack connection needs the Domain Pack's text in `pack`.");
  if (wanted.origin !== null)
    throw new ProblemError("invalid_request", "The pack names the adapter's origin; leave `origin` out.");
  const body = new TextEncoder().encode(wanted.pack);
  const catalog = parseDocument("domain-pack", body);
  if (!catalog.ok) throw toDocumentProblem("pack", catalog.faults);
  const { domain } = catalog.value;
  if (domain === null) throw new ProblemError("invalid_document", "The pack names no domain.");
  return { origin: requireOrigin(gateway, domain.origin), body, etag: null, catalog: catalog.value };
}

function requireOrigin(gateway: Gateway, text: string): string {
  const origin = parseOrigin(text, gateway.allowedPrivate);
  if (origin.ok) return origin.value;
  throw new ProblemError(
    "invalid_request",
    `The origin is refused: ${origin.faults.map(({ message }) => message).join(" ")}`,
  );
}

/** A pack only names its secret: the value is given by whoever connects it, never taken from the gateway's own environment. */
function requireCredential(text: string | null, variable: string | null): string {
  if (text === null) {
    const what =
      variable === null ? "the adapter's bearer credential" : `the secret that the pack calls \${${variable}}`;
    throw new ProblemError("invalid_request", `Send ${what} in \`credential\`.`);
  }
  const fault = checkCredential(text);
  if (fault !== null) throw new ProblemError("invalid_request", `${fault}.`);
  return text;
}

function sealCredential(gateway: Gateway, workspaceId: string, id: string, credential: string): Promise<Uint8Array> {
  return gateway.vault.seal({ workspaceId, purpose: "connection.credential", id }, credential);
}

function toDocument({ workspaceId, id }: Connection, read: ReadDocument, readAt: Date): ConnectionDocument {
  const hash = createHash("sha256").update(read.body).digest("hex");
  return {
    workspaceId,
    connectionId: id,
    version: 1,
    body: read.body,
    hash,
    etag: read.etag,
    status: "serving",
    readAt,
  };
}

/** Names are given by unique index: where another connection took one meanwhile, they are chosen anew. */
async function storeWithNames(
  gateway: Gateway,
  connection: Connection,
  document: ConnectionDocument,
  catalog: Catalog,
): Promise<readonly OfferedName[]> {
  for (let attempt = 0; attempt < NAMING_ATTEMPTS; attempt += 1) {
    const taken = await gateway.store.connections.offeredNames(connection.workspaceId);
    const names = allocateNames(connection, catalog.tools, taken);
    if ((await gateway.store.connections.create(connection, document, names)) === "created") return names;
    await requireFreeName(gateway, connection);
  }
  throw new ProblemError("conflict", "Other connections are being made at the same time; try again.");
}

async function requireFreeName(gateway: Gateway, { workspaceId, name }: Connection): Promise<void> {
  const existing = await gateway.store.connections.findByName(workspaceId, name);
  if (existing !== null) throw new ProblemError("conflict", `A connection named ${name} exists; choose another name.`);
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function toDocumentProblem(what: string, faults: readonly DocumentFault[]): ProblemError {
  const [first] = faults;
  const more = faults.length > 1 ? ` There are ${faults.length - 1} more, all in \`errors\`.` : "";
  return new ProblemError(
    "invalid_document",
    `The ${what} is refused: ${toSentence(first?.message ?? "it has faults")}${more}`,
    {
      extras: { errors: faults },
    },
  );
}
