import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError, toProblemDocument, type ErrorCode } from "counterfoil/core";
import type { Gateway } from "../../gateway.ts";
import { StoreError, type StoreErrorCode } from "../../store/store-error.ts";

const RETRY_AFTER_SECONDS = 1;

/** Answers every fault as problem+json; what nobody foresaw gets a fixed sentence, and the log has the rest under the trace id. */
export function registerProblems(app: FastifyInstance, gateway: Gateway): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = toProblem(error);
    if (problem.code === "internal")
      gateway.log.fault("request failed unexpectedly", error, { traceId: request.traceId });
    sendProblem(reply, request, problem);
  });
  app.setNotFoundHandler((request, reply) => {
    sendProblem(reply, request, new ProblemError("not_found", "There is no such route; /openapi.json lists them."));
  });
}

function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: ProblemError): void {
  if (problem.retryAfterSeconds !== null) reply.header("retry-after", String(problem.retryAfterSeconds));
  if (problem.code === "unauthorized") reply.header("www-authenticate", "Bearer");
  reply
    .code(problem.status)
    .type("application/problem+json")
    .send(JSON.stringify(toProblemDocument(problem, request.traceId)));
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreError) return toStoreProblem(error);
  if (isFastifyError(error)) return toRequestProblem(error);
  return toUnexpected(error);
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

function toRequestProblem(error: FastifyError): ProblemError {
  if (error.validation !== undefined) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      pointer: instancePath,
      message: message ?? "does not fit its schema",
    }));
    const words = errors.map(({ pointer, message }) => `${pointer === "" ? "it" : pointer} ${message}`).join("; ");
    const place = error.validationContext ?? "request";
    return new ProblemError("invalid_request", `The ${place} does not fit its schema: ${words}.`, {
      extras: { errors },
    });
  }
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ProblemError("too_large", "The body is larger than 256 KiB.", { cause: error });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return new ProblemError("invalid_request", "The request is malformed HTTP.", { cause: error });
  }
  return toUnexpected(error);
}

function toUnexpected(cause: unknown): ProblemError {
  return new ProblemError(
    "internal",
    "Something went wrong inside the gateway. The log has the details under the trace id.",
    { cause },
  );
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && ("validation" in error || "statusCode" in error);
}
