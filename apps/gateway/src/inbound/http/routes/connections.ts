import { CALL_LIMITS, PACK_LIMITS, ProblemError, type JsonLimits } from "counterfoil/core";
import { changeConnection, connect, viewConnection, type ConnectionView } from "../../../connections.ts";
import type { Gateway } from "../../../gateway.ts";
import type { Connection } from "../../../store/connections.ts";
import { requirePrincipal } from "../access.ts";
import type { App } from "../app.ts";
import { toPageRequest } from "../page-query.ts";
import { answers, closed, IdParams, PageQuery, pageOf } from "../schemas/common.ts";
import { ConnectionBody, ConnectionDocument, ConnectionPatch } from "../schemas/connection.ts";

/** A pack of 256 KiB is one string here, and twice as long where every character of it is escaped. */
const PACK_BODY_LIMITS: JsonLimits = { ...CALL_LIMITS, maxBytes: 640 * 1024, maxStringBytes: PACK_LIMITS.maxBytes };

export function registerConnectionRoutes(app: App, gateway: Gateway): void {
  registerReading(app, gateway);
  registerChanging(app, gateway);
}

function registerReading(app: App, gateway: Gateway): void {
  app.get(
    "/v1/connections",
    {
      config: { access: "read" },
      schema: { querystring: closed(PageQuery), response: answers({ 200: pageOf(ConnectionDocument) }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      const page = await gateway.store.connections.list(workspaceId, toPageRequest(request.query));
      const views = await Promise.all(page.items.map((connection) => viewConnection(gateway, connection)));
      const present = views.filter((view) => view !== null);
      return { items: present.map(toConnectionDocument), next_cursor: page.nextCursor };
    },
  );

  app.get(
    "/v1/connections/:id",
    { config: { access: "read" }, schema: { params: IdParams, response: answers({ 200: ConnectionDocument }) } },
    async (request) =>
      toConnectionDocument(await requireView(gateway, requirePrincipal(request).workspaceId, request.params.id)),
  );
}

function registerChanging(app: App, gateway: Gateway): void {
  app.post(
    "/v1/connections",
    {
      config: { access: "admin", jsonLimits: PACK_BODY_LIMITS },
      bodyLimit: PACK_BODY_LIMITS.maxBytes,
      schema: { body: ConnectionBody, response: answers({ 201: ConnectionDocument }) },
    },
    async (request, reply) => {
      const { name, contract, origin = null, credential = null, pack = null } = request.body;
      const view = await connect(gateway, requirePrincipal(request).workspaceId, {
        name,
        contract,
        origin,
        credential,
        pack,
      });
      reply.code(201);
      return toConnectionDocument(view);
    },
  );

  app.patch(
    "/v1/connections/:id",
    {
      config: { access: "admin" },
      schema: { params: IdParams, body: ConnectionPatch, response: answers({ 200: ConnectionDocument }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      const connection = await requireConnection(gateway, workspaceId, request.params.id);
      await changeConnection(gateway, connection, request.body);
      return toConnectionDocument(await requireView(gateway, workspaceId, connection.id));
    },
  );

  app.delete(
    "/v1/connections/:id",
    { config: { access: "admin" }, schema: { params: IdParams, response: answers({ 204: { type: "null" } }) } },
    async (request, reply) => {
      const { workspaceId } = requirePrincipal(request);
      const removed = await gateway.store.connections.remove(workspaceId, request.params.id);
      if (removed === "not_found") throw toNotFound();
      if (removed === "open_operations") {
        throw new ProblemError(
          "conflict",
          "Operations of this connection are still open; delete it once GET /v1/operations shows them settled.",
        );
      }
      gateway.offers.forget(workspaceId);
      reply.code(204);
      return null;
    },
  );
}

async function requireConnection(gateway: Gateway, workspaceId: string, id: string): Promise<Connection> {
  const connection = await gateway.store.connections.find(workspaceId, id);
  if (connection === null) throw toNotFound();
  return connection;
}

async function requireView(gateway: Gateway, workspaceId: string, id: string): Promise<ConnectionView> {
  const view = await viewConnection(gateway, await requireConnection(gateway, workspaceId, id));
  if (view === null) throw toNotFound();
  return view;
}

function toNotFound(): ProblemError {
  return new ProblemError("not_found", "There is no such connection; GET /v1/connections lists them.");
}

function toConnectionDocument({ connection, document, catalog, names }: ConnectionView) {
  const offered = new Map(names.map(({ toolName, name }) => [toolName, name]));
  return {
    id: connection.id,
    name: connection.name,
    contract: connection.contract,
    origin: connection.origin,
    has_credential: connection.sealedCredential !== null,
    credential_version: connection.credentialVersion,
    contract_version: catalog.contractVersion,
    document_version: document.version,
    document_hash: document.hash,
    read_at: document.readAt.toISOString(),
    tools: catalog.tools.map(({ name, mutating }) => ({ name, offered_name: offered.get(name) ?? null, mutating })),
    quarantined: catalog.quarantined.map(({ name, reasons }) => ({ name, reasons: [...reasons] })),
    warnings: [...catalog.warnings],
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  };
}
