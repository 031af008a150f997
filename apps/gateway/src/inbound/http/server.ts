import swagger from "@fastify/swagger";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify from "fastify";
import type { Gateway } from "../../gateway.ts";
import { registerAccess } from "./access.ts";
import type { App } from "./app.ts";
import { registerJsonBody } from "./json-body.ts";
import { answerError, registerProblems } from "./problem.ts";
import { registerCallRoutes } from "./routes/calls.ts";
import { registerConnectionRoutes } from "./routes/connections.ts";
import { registerConversationRoutes } from "./routes/conversations.ts";
import { registerHealthRoutes } from "./routes/health.ts";
import { registerKeyRoutes } from "./routes/keys.ts";
import { registerOperationRoutes } from "./routes/operations.ts";
import { registerToolRoutes } from "./routes/tools.ts";
import { registerWorkspaceRoutes } from "./routes/workspaces.ts";
import { assignTrace, registerTrace } from "./trace.ts";

const BODY_LIMIT_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Room for the longest id with every character percent-encoded; the schemas judge what it decodes to. */
const MAX_PARAM_LENGTH = 3 * 128;

export interface HttpServerOptions {
  /** The instance admin's key. */
  readonly adminKey: string;
}

/** Wires `/v1` and its neighbours; opens no socket by itself. */
export async function createHttpServer(gateway: Gateway, options: HttpServerOptions): Promise<App> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // A path that no router can read never gets as far as the hooks.
    frameworkErrors: (error, request, reply) => {
      assignTrace(request, reply, gateway.random);
      answerError(gateway, error, request, reply);
    },
    // Fastify would turn "3" into 3 and drop unknown members; a closed schema must judge what was sent.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
  }).withTypeProvider<TypeBoxTypeProvider>();
  registerTrace(app, gateway.random);
  registerProblems(app, gateway);
  registerAccess(app, gateway, options.adminKey);
  registerJsonBody(app);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Counterfoil", version: "1", description: "The tool plane between agents and businesses." },
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      security: [{ key: [] }],
    },
  });
  await app.register(async (routes: App) => {
    registerHealthRoutes(routes, gateway);
    registerWorkspaceRoutes(routes, gateway);
    registerKeyRoutes(routes, gateway);
    registerConnectionRoutes(routes, gateway);
    registerConversationRoutes(routes, gateway);
    registerToolRoutes(routes, gateway);
    registerCallRoutes(routes, gateway);
    registerOperationRoutes(routes, gateway);
  });
  return app;
}
