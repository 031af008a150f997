import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError, toProblemDocument, type ErrorCode } from "counterfoil/core";
import type { Gateway } from "../../gateway.ts";
import { StoreError, type StoreErrorCode } from "../../store/store-error.ts";

const RETRY_AFTER_SECONDS = 1;
export const MEDIA_TYPE_MESSAGE = "Send the body as application/json in UTF-8.";

/** Answers every fault as problem+json; what nobody foresaw gets a fixed sentence, and the log has the rest under the trace id. */
export function registerProblems(app: FastifyInstance, gateway: Gateway): void {
  app.setErrorHandler((error: unknown, request, reply) => answerError(gateway, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    sendProblem(reply, request, new ProblemError("not_found", "There is no such route; /openapi.json lists them."));
  });
}

export function answerError(gateway: Gateway, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request.method);
  if (problem.code === "internal")
    gateway.log.fault("request failed unexpectedly", error, { traceId: request.traceId });
  sendProblem(reply, request, problem);
}

function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: ProblemError): void {
  if (problem.retryAfterSeconds !== null) reply.header("retry-after", String(problem.retryAfterSeconds));
  if (problem.code === "unauthorized") reply.header("www-authenticate", "Bearer");
  reply
    .code(problem.status)
    .type("application/problem+json")
    .send(JSON.stringify(toProblemDocument(problem, request.traceId)));
}

function toProblem(error: unknown, method: string): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreError) return toStoreProblem(error);
  if (isFastifyError(error)) return toRequestProblem(error, method);
  return toUnexpected(error, method);
}

function toStoreProblem(error: StoreError): ProblemError {
  return new ProblemError(...STORE_PROBLEMS[error.code], {
    cause: error,
    ...(error.code === "unavailable" && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}

const STORE_PROBLEMS: Readonly<Record<StoreErrorCode, readonly [code: ErrorCode, message: string]>> = {
  bad_cursor: ["invalid_request", "`after` is not a cursor of this list; pass a `next_cursor` as it came."],
  not_found: ["not_found", "What the request names was deleted meanwhile."],
  unavailable: ["unavailable", "The store cannot be reached right now; no adapter was called. Try again shortly."],
};

function toRequestProblem(error: FastifyError, method: string): ProblemError {
  if (error.validation !== undefined) return toSchemaProblem(error.validation, error.validationContext ?? "");
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ProblemError("too_large", "The body is larger than 256 KiB.", { cause: error });
  }
  const status = error.statusCode ?? 500;
  if (status === 415) return new ProblemError("unsupported_media_type", MEDIA_TYPE_MESSAGE, { cause: error });
  if (status === 414 || error.code === "FST_ERR_BAD_URL") {
    return new ProblemError("invalid_request", "The path is too long or not percent-encoded as a URL's.", {
      cause: error,
    });
  }
  if (status >= 400 && status < 500) {
    return new ProblemError("invalid_request", "The request is malformed HTTP.", { cause: error });
  }
  return toUnexpected(error, method);
}

const PLACES: Readonly<Record<string, string>> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "headers",
};

function toSchemaProblem(validation: NonNullable<FastifyError["validation"]>, context: string): ProblemError {
  const errors = validation.map(({ instancePath, message = "does not fit", params }) => {
    const allowed: unknown = params["allowedValues"];
    return {
      pointer: instancePath,
      message: Array.isArray(allowed) ? `must be one of ${allowed.join(", ")}` : message,
    };
  });
  const words = errors.map(({ pointer, message }) => `${pointer === "" ? "it" : pointer} ${message}`).join("; ");
  return new ProblemError("invalid_request", `The request is refused for its ${PLACES[context] ?? "form"}: ${words}.`, {
    extras: { errors },
  });
}

/** Whatever nobody foresaw may have struck halfway; only a read is known to have changed nothing. */
function toUnexpected(cause: unknown, method: string): ProblemError {
  const effect = method === "GET" || method === "HEAD" ? "none" : "unknown";
  return new ProblemError(
    "internal",
    "Something went wrong inside the gateway. The log has the details under the trace id.",
    { cause, effect },
  );
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && ("validation" in error || "statusCode" in error);
}
