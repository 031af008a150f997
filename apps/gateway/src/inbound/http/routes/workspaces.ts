import { ProblemError } from "counterfoil/core";
import type { Gateway } from "../../../gateway.ts";
import type { Workspace } from "../../../store/workspaces.ts";
import { createWorkspace } from "../../../workspaces.ts";
import type { App } from "../app.ts";
import { toPageDocument, toPageRequest } from "../page-query.ts";
import { answers, closed, IdParams, PageQuery, pageOf } from "../schemas/common.ts";
import {
  CreatedKeyDocument,
  CreatedWorkspaceDocument,
  KeyBody,
  WorkspaceBody,
  WorkspaceDocument,
} from "../schemas/workspace.ts";
import { toCreatedKeyDocument } from "./keys.ts";

/** The instance admin's routes: they make workspaces and their first keys, and see nothing inside them. */
export function registerWorkspaceRoutes(app: App, gateway: Gateway): void {
  app.post(
    "/v1/workspaces",
    {
      config: { access: "instance" },
      schema: { body: WorkspaceBody, response: answers({ 201: CreatedWorkspaceDocument }) },
    },
    async (request, reply) => {
      const { workspace, adminKey } = await createWorkspace(gateway, request.body.name);
      reply.code(201);
      return { ...toWorkspaceDocument(workspace), admin_key: toCreatedKeyDocument(adminKey) };
    },
  );

  app.get(
    "/v1/workspaces",
    {
      config: { access: "instance" },
      schema: { querystring: closed(PageQuery), response: answers({ 200: pageOf(WorkspaceDocument) }) },
    },
    async (request) =>
      toPageDocument(await gateway.store.workspaces.list(toPageRequest(request.query)), toWorkspaceDocument),
  );

  app.post(
    "/v1/workspaces/:id/keys",
    {
      config: { access: "instance" },
      schema: { params: IdParams, body: KeyBody, response: answers({ 201: CreatedKeyDocument }) },
    },
    async (request, reply) => {
      const workspace = await gateway.store.workspaces.find(request.params.id);
      if (workspace === null)
        throw new ProblemError("not_found", "There is no such workspace; GET /v1/workspaces lists them.");
      const created = await gateway.keys.create(workspace.id, request.body);
      reply.code(201);
      return toCreatedKeyDocument(created);
    },
  );
}

function toWorkspaceDocument(workspace: Workspace) {
  return { id: workspace.id, name: workspace.name, created_at: workspace.createdAt.toISOString() };
}
