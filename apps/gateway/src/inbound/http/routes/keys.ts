import { ProblemError } from "counterfoil/core";
import type { Gateway } from "../../../gateway.ts";
import type { CreatedKey } from "../../../secrets/workspace-keys.ts";
import type { WorkspaceKey } from "../../../store/keys.ts";
import { requirePrincipal } from "../access.ts";
import type { App } from "../app.ts";
import { toPageDocument, toPageRequest } from "../page-query.ts";
import { answers, closed, IdParams, PageQuery, pageOf } from "../schemas/common.ts";
import { CreatedKeyDocument, KeyBody, KeyDocument } from "../schemas/workspace.ts";

export function registerKeyRoutes(app: App, gateway: Gateway): void {
  app.post(
    "/v1/keys",
    { config: { access: "admin" }, schema: { body: KeyBody, response: answers({ 201: CreatedKeyDocument }) } },
    async (request, reply) => {
      const created = await gateway.keys.create(requirePrincipal(request).workspaceId, request.body);
      reply.code(201);
      return toCreatedKeyDocument(created);
    },
  );

  app.get(
    "/v1/keys",
    {
      config: { access: "admin" },
      schema: { querystring: closed(PageQuery), response: answers({ 200: pageOf(KeyDocument) }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      return toPageDocument(await gateway.store.keys.list(workspaceId, toPageRequest(request.query)), toKeyDocument);
    },
  );

  app.delete(
    "/v1/keys/:id",
    { config: { access: "admin" }, schema: { params: IdParams, response: answers({ 204: { type: "null" } }) } },
    async (request, reply) => {
      const { workspaceId } = requirePrincipal(request);
      const revoked = await gateway.store.keys.revoke(workspaceId, request.params.id, gateway.clock());
      if (!revoked) throw new ProblemError("not_found", "There is no such live key; GET /v1/keys lists them.");
      reply.code(204);
      return null;
    },
  );
}

export function toCreatedKeyDocument({ key, record }: CreatedKey) {
  return { ...toKeyDocument(record), key };
}

function toKeyDocument(key: WorkspaceKey) {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    hint: key.hint,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
