import type { FastifyInstance } from "fastify";
import { isJsonMediaType } from "counterfoil/contracts";
import { CALL_LIMITS, parseJson, ProblemError, type JsonLimits } from "counterfoil/core";
import { MEDIA_TYPE_MESSAGE } from "./problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Where a route takes other bodies than the usual. */
    jsonLimits?: JsonLimits;
  }
}

/** Reads every body strictly and once; anything but UTF-8 `application/json` is refused. An empty body counts as none. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    const type = request.headers["content-type"] ?? "";
    if (!isJsonMediaType(type)) return done(toMediaTypeProblem());
    if (body.length === 0) return done(null, undefined);
    const parsed = parseJson(body, request.routeOptions.config.jsonLimits ?? CALL_LIMITS);
    if (parsed.ok) return done(null, parsed.value);
    const [fault] = parsed.faults;
    done(toJsonProblem(fault));
  });
  app.addHook("preParsing", async (request) => {
    const hasBody =
      request.headers["content-length"] !== undefined
        ? request.headers["content-length"] !== "0"
        : request.headers["transfer-encoding"] !== undefined;
    if (hasBody && request.headers["content-type"] === undefined) throw toMediaTypeProblem();
    if (hasBody && request.headers["content-encoding"] !== undefined) {
      throw new ProblemError("unsupported_media_type", "Send the body without a Content-Encoding.");
    }
  });
}

function toMediaTypeProblem(): ProblemError {
  return new ProblemError("unsupported_media_type", MEDIA_TYPE_MESSAGE);
}

function toJsonProblem(fault: Parameters<typeof describe>[0] | undefined): ProblemError {
  if (fault === undefined) return new ProblemError("invalid_json", "The body is not acceptable JSON.");
  return new ProblemError(fault.code, describe(fault), {
    extras: { errors: [{ pointer: fault.pointer, message: fault.message }], line: fault.line, column: fault.column },
  });
}

function describe(fault: {
  readonly code: "invalid_json" | "too_large";
  readonly message: string;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}): string {
  return `The body is refused at line ${fault.line}, column ${fault.column}: ${fault.message}`;
}
