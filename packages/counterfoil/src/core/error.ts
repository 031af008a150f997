/** What is known of the business effect of a request that ended in an error. */
export type Effect = "none" | "unknown";

export interface ErrorRow {
  readonly status: number;
  readonly effect: Effect;
  readonly title: string;
}

/** Every code that crosses a wire in an error. */
export type ErrorCode =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "invalid_json"
  | "invalid_request"
  | "too_large"
  | "unsupported_media_type"
  | "unknown_tool"
  | "tool_not_offered"
  | "contract_version_mismatch"
  | "invalid_arguments"
  | "invalid_document"
  | "operation_required"
  | "fingerprint_mismatch"
  | "operation_conflict"
  | "operation_in_progress"
  | "operation_voided"
  | "operation_expired"
  | "receipt_not_found"
  | "idempotency_conflict"
  | "conflict"
  | "gone"
  | "too_many_requests"
  | "adapter_unreachable"
  | "unavailable"
  | "internal";

/** The closed table of error codes that cross a wire, with status and effect: adapters' (contract §2.2) and `/v1`'s. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorRow>> = {
  unauthorized: { status: 401, effect: "none", title: "Credential missing or not accepted" },
  forbidden: { status: 403, effect: "none", title: "Not allowed with this credential" },
  not_found: { status: 404, effect: "none", title: "Not found" },
  method_not_allowed: { status: 405, effect: "none", title: "Method not allowed" },
  invalid_json: { status: 400, effect: "none", title: "Body is not acceptable JSON" },
  invalid_request: { status: 400, effect: "none", title: "Request does not fit its schema" },
  too_large: { status: 413, effect: "none", title: "Body too large" },
  unsupported_media_type: { status: 415, effect: "none", title: "Media type not supported" },
  unknown_tool: { status: 404, effect: "none", title: "No such tool" },
  tool_not_offered: { status: 409, effect: "none", title: "Tool not offered at this moment" },
  contract_version_mismatch: { status: 409, effect: "none", title: "Contract version not served" },
  invalid_arguments: { status: 422, effect: "none", title: "Arguments do not fit the tool's schema" },
  invalid_document: { status: 422, effect: "none", title: "Manifest or pack refused" },
  operation_required: { status: 400, effect: "none", title: "Operation headers missing or malformed" },
  fingerprint_mismatch: { status: 400, effect: "none", title: "Fingerprint is not the one of this request" },
  operation_conflict: { status: 409, effect: "unknown", title: "Operation already used for another request" },
  operation_in_progress: { status: 409, effect: "unknown", title: "Operation still running" },
  operation_voided: { status: 409, effect: "none", title: "Operation voided" },
  operation_expired: { status: 410, effect: "unknown", title: "Receipt past its retention" },
  receipt_not_found: { status: 404, effect: "none", title: "No receipt at this moment" },
  idempotency_conflict: { status: 409, effect: "none", title: "Idempotency key already used for another request" },
  conflict: { status: 409, effect: "none", title: "Conflicts with the present state" },
  gone: { status: 410, effect: "none", title: "No longer there" },
  too_many_requests: { status: 429, effect: "none", title: "Too many requests" },
  adapter_unreachable: { status: 502, effect: "none", title: "Adapter could not be asked" },
  unavailable: { status: 503, effect: "none", title: "Not available right now" },
  internal: { status: 500, effect: "none", title: "Unexpected fault" },
};

/** Members beside the fixed ones of a problem document, such as `errors` or `supported`. */
export type ProblemExtras = Readonly<Record<string, unknown>>;

/** A fault for whoever called over HTTP; its message is written for them and safe to send (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;
  /** Whole seconds for the `Retry-After` header, where waiting helps. */
  readonly retryAfterSeconds: number | null;
  /** Differs from the table where the fault itself leaves the effect open, such as a commit of unknown result. */
  readonly effect: Effect;

  constructor(code: ErrorCode, message: string, options: ProblemOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.extras = options.extras ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.effect = options.effect ?? ERROR_CODES[code].effect;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

export interface ProblemOptions {
  readonly extras?: ProblemExtras;
  readonly retryAfterSeconds?: number;
  readonly effect?: Effect;
  readonly cause?: unknown;
}

/** The body of an `application/problem+json` answer (RFC 9457) with our three members. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly effect: Effect;
  readonly trace_id: string;
  readonly [extra: string]: unknown;
}

export function toProblemDocument(error: ProblemError, traceId: string): ProblemDocument {
  const { status, title } = ERROR_CODES[error.code];
  return {
    ...error.extras,
    type: "about:blank",
    title,
    status,
    detail: error.message,
    code: error.code,
    effect: error.effect,
    trace_id: traceId,
  };
}

/** A fault for the person who writes or configures: thrown while things are wired up, never while serving. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
