import type { Gateway } from "../../../gateway.ts";
import { toFactSentence } from "../../../fact-gate.ts";
import type { OfferedTool } from "../../../offers.ts";
import { listTools, type WithheldTool } from "../../../tool-list.ts";
import { requirePrincipal } from "../access.ts";
import type { App } from "../app.ts";
import { answers } from "../schemas/common.ts";
import { ToolListDocument, ToolsQuery } from "../schemas/tool.ts";

export function registerToolRoutes(app: App, gateway: Gateway): void {
  app.get(
    "/v1/tools",
    { config: { access: "agent" }, schema: { querystring: ToolsQuery, response: answers({ 200: ToolListDocument }) } },
    async (request) => {
      const list = await listTools(gateway, requirePrincipal(request), request.query.conversation ?? null);
      return { tools: list.tools.map(toToolDocument), withheld: list.withheld.map(toWithheldDocument) };
    },
  );
}

function toToolDocument({ name, tool, connection }: OfferedTool) {
  return {
    name,
    title: tool.title ?? tool.name,
    description: tool.description,
    mutating: tool.mutating,
    connection: connection.name,
    input_schema: tool.parameters.document,
  };
}

function toWithheldDocument({ name, unmetFacts }: WithheldTool) {
  return {
    name,
    reasons: unmetFacts.map(toFactSentence),
    unmet_facts: unmetFacts.map((unmet) => ({ ...unmet, set_by: [...unmet.set_by] })),
  };
}
