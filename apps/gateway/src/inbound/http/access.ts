import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSameText, ProblemError } from "counterfoil/core";
import type { Principal } from "../../caller.ts";
import type { Gateway } from "../../gateway.ts";
import type { KeyScope } from "../../store/keys.ts";

/**
 * Who may use a route: `instance` the instance's admin; `admin`, `app`, `read` a workspace key of at least that scope; `agent` an app key or a
 * conversation token; `public` everybody.
 */
export type Access = "instance" | KeyScope | "agent" | "public";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

const RANK: Readonly<Record<KeyScope, number>> = { read: 1, app: 2, admin: 3 };

/** Checks the credential of every request before its body is read; a route that declares no access is refused at start. */
export function registerAccess(app: FastifyInstance, gateway: Gateway, adminKey: string): void {
  app.decorateRequest("principal", null);
  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined) throw new Error(`route ${route.url} declares no access`);
  });
  app.addHook("onRequest", async (request) => {
    const access = request.routeOptions.config.access ?? "public";
    if (access === "public") return;
    const bearer = readBearer(request);
    if (access === "instance") return requireInstanceAdmin(bearer, adminKey);
    request.principal = requireAccess(await gateway.keys.authenticate(bearer), access);
  });
}

/** The principal of a route that is not public; the hook above has put it there. */
export function requirePrincipal(request: FastifyRequest): Principal {
  if (request.principal === null)
    throw new ProblemError("unauthorized", "Send a workspace key as Authorization: Bearer cf_live_….");
  return request.principal;
}

function readBearer(request: FastifyRequest): string {
  const match = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? "");
  if (match?.[1] !== undefined) return match[1];
  throw new ProblemError(
    "unauthorized",
    "Send a key in the header Authorization: Bearer …; keys in the address are not read.",
  );
}

function requireInstanceAdmin(bearer: string, adminKey: string): void {
  if (!isSameText(bearer, adminKey)) {
    throw new ProblemError("unauthorized", "This route needs the instance's admin key (COUNTERFOIL_ADMIN_KEY).");
  }
}

function requireAccess(principal: Principal | null, access: KeyScope | "agent"): Principal {
  if (principal === null) {
    throw new ProblemError(
      "unauthorized",
      "The key or token is not known, has expired or was revoked; check it or make a new one.",
    );
  }
  if (principal.kind === "token") {
    if (access === "agent") return principal;
    throw new ProblemError(
      "forbidden",
      "A conversation token may only list tools, call them and read its conversation.",
    );
  }
  const needed = access === "agent" ? "app" : access;
  if (RANK[principal.scope] >= RANK[needed]) return principal;
  throw new ProblemError("forbidden", `This needs a key with scope ${needed}; this one has ${principal.scope}.`);
}
