import type { Static } from "typebox";
import { ProblemError } from "counterfoil/core";
import { callTool } from "../../../call-tool.ts";
import type { Principal } from "../../../caller.ts";
import type { Gateway } from "../../../gateway.ts";
import { readCallBodies } from "../../../call-bodies.ts";
import type { CallRecord } from "../../../store/calls.ts";
import type { ToolCallRequest } from "../../../tool-call.ts";
import { requirePrincipal } from "../access.ts";
import type { App } from "../app.ts";
import { toPageDocument, toPageRequest } from "../page-query.ts";
import {
  CallBody,
  CallDocument,
  CallHeaders,
  CallResultDocument,
  CallsQuery,
  CallSummaryDocument,
} from "../schemas/call.ts";
import { answers, IdParams, pageOf } from "../schemas/common.ts";
import { toCallResultDocument, toTellingDocument } from "../call-document.ts";

export function registerCallRoutes(app: App, gateway: Gateway): void {
  app.post(
    "/v1/calls",
    {
      config: { access: "agent" },
      schema: { headers: CallHeaders, body: CallBody, response: answers({ 200: CallResultDocument }) },
    },
    async (request) => {
      const principal = requirePrincipal(request);
      const call = toCallRequest(principal, request.body, request.headers["idempotency-key"] ?? null, request.traceId);
      return toCallResultDocument(await callTool(gateway, principal, call));
    },
  );

  app.get(
    "/v1/calls",
    {
      config: { access: "read" },
      schema: { querystring: CallsQuery, response: answers({ 200: pageOf(CallSummaryDocument) }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      const { conversation, operation, outcome } = request.query;
      const filter = {
        ...(conversation !== undefined && { conversationId: conversation }),
        ...(operation !== undefined && { operationId: operation }),
        ...(outcome !== undefined && { outcome }),
      };
      return toPageDocument(
        await gateway.store.calls.list(workspaceId, filter, toPageRequest(request.query)),
        toSummary,
      );
    },
  );

  app.get(
    "/v1/calls/:id",
    { config: { access: "read" }, schema: { params: IdParams, response: answers({ 200: CallDocument }) } },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      const record = await gateway.store.calls.find(workspaceId, request.params.id);
      if (record === null) throw new ProblemError("not_found", "There is no such call; GET /v1/calls lists them.");
      const { args, telling, cause } = await readCallBodies(gateway, record);
      return {
        ...toSummary(record),
        ...(args !== undefined && { arguments: args }),
        ...toTellingDocument(telling),
        ...(cause !== null && { cause }),
      };
    },
  );
}

function toCallRequest(
  principal: Principal,
  body: Static<typeof CallBody>,
  idempotencyKey: string | null,
  traceId: string,
): ToolCallRequest {
  const newIntent = body.new_intent ?? false;
  if (newIntent && principal.kind === "token") {
    throw new ProblemError(
      "forbidden",
      "Only an application's key may insist on a new intent; leave `new_intent` out.",
    );
  }
  return {
    conversationId: body.conversation ?? null,
    toolName: body.tool,
    arguments: body.arguments ?? undefined,
    idempotencyKey,
    newIntent,
    traceId,
  };
}

function toSummary(call: CallRecord) {
  return {
    id: call.id,
    conversation: call.conversationId,
    turn: call.turn,
    connection: call.connectionId,
    tool: call.offeredName,
    mutating: call.mutating,
    operation_id: call.operationId,
    replayed: call.replayed,
    caller: call.callerId,
    trace_id: call.traceId,
    started_at: call.startedAt.toISOString(),
    ended_at: call.endedAt?.toISOString() ?? null,
    outcome: call.outcome,
    error_category: call.errorCategory,
    error_code: call.errorCode,
  };
}
