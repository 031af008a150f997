import { ProblemError } from "counterfoil/core";
import type { Gateway } from "../../../gateway.ts";
import type { AttemptRecord, OperationRecord } from "../../../store/operations.ts";
import { requirePrincipal } from "../access.ts";
import type { App } from "../app.ts";
import { toPageDocument, toPageRequest } from "../page-query.ts";
import { answers, IdParams, pageOf } from "../schemas/common.ts";
import { OperationDocument, OperationsQuery } from "../schemas/operation.ts";

export function registerOperationRoutes(app: App, gateway: Gateway): void {
  app.get(
    "/v1/operations",
    {
      config: { access: "read" },
      schema: { querystring: OperationsQuery, response: answers({ 200: pageOf(OperationDocument) }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      const { state, unresolved, conversation, connection } = request.query;
      const filter = {
        ...(state !== undefined && { state }),
        ...(unresolved !== undefined && { unresolved: unresolved === "true" }),
        ...(conversation !== undefined && { conversationId: conversation }),
        ...(connection !== undefined && { connectionId: connection }),
      };
      const page = await gateway.store.operations.list(workspaceId, filter, toPageRequest(request.query));
      return toPageDocument(page, toOperationDocument);
    },
  );

  app.get(
    "/v1/operations/:id",
    { config: { access: "read" }, schema: { params: IdParams, response: answers({ 200: OperationDocument }) } },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      const operation = await gateway.store.operations.find(workspaceId, request.params.id);
      if (operation === null)
        throw new ProblemError("not_found", "There is no such operation; GET /v1/operations lists them.");
      return toOperationDocument(operation);
    },
  );
}

function toOperationDocument(operation: OperationRecord) {
  return {
    id: operation.id,
    state: operation.state,
    unresolved: operation.unresolved,
    conversation: operation.conversationId,
    turn: operation.turn,
    connection: operation.connectionId,
    tool: operation.toolName,
    action: operation.action,
    request_fingerprint: operation.fingerprint,
    call_id: operation.callId,
    created_at: operation.createdAt.toISOString(),
    settled_at: operation.settledAt?.toISOString() ?? null,
    attempts: operation.attempts.map(toAttemptDocument),
  };
}

function toAttemptDocument(attempt: AttemptRecord) {
  return {
    number: attempt.number,
    started_at: attempt.startedAt.toISOString(),
    ended_at: attempt.endedAt?.toISOString() ?? null,
    phase: attempt.phase,
    end: attempt.end,
    status: attempt.status,
    reason: attempt.reason,
    trace_id: attempt.traceId,
  };
}
