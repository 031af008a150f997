import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createTraceId, isTraceId, readTraceparent } from "counterfoil/core";
import type { Random } from "../../secrets/random.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** 32 lower-case hex: the caller's, where one was sent, else made here. */
    traceId: string;
  }
}

/** Gives every request a trace id, from `traceparent` or `Trace-Id` where those are well-formed, and tells it in the answer. */
export function registerTrace(app: FastifyInstance, random: Random): void {
  app.decorateRequest("traceId", "");
  app.addHook("onRequest", async (request, reply) => assignTrace(request, reply, random));
}

export function assignTrace(request: FastifyRequest, reply: FastifyReply, random: Random): void {
  request.traceId = readTraceId(request.headers) ?? createTraceId(random);
  reply.header("trace-id", request.traceId);
}

function readTraceId(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const { traceparent, "trace-id": traceId } = headers;
  const fromParent = typeof traceparent === "string" ? readTraceparent(traceparent) : null;
  if (fromParent !== null) return fromParent;
  return typeof traceId === "string" && isTraceId(traceId) ? traceId : null;
}
