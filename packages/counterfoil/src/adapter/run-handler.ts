import type { Contract, IncomingCall, ToolCall, WireReply } from "../contracts/contract.ts";
import type { OperationIdentity } from "../core/context.ts";
import { ProblemError } from "../core/error.ts";
import type { Receipt } from "../core/outcome.ts";
import type { Tool } from "../core/tool.ts";
import { HandlerReplyError } from "./faults.ts";
import { transient } from "./handler-reply.ts";
import type { HandlerReply, Transient } from "./handler-reply.ts";
import { attemptedQueryOf, judgeReply } from "./judge-reply.ts";
import type { PreparedRun, RunParams } from "./tool-definition.ts";

/** A call that has passed every check, and how to answer it. */
export interface ReadyCall<Tx> {
  readonly contract: Contract;
  readonly call: IncomingCall;
  readonly tool: Tool;
  readonly run: PreparedRun<Tx>;
  readonly traceId: string;
  readonly clock: () => Date;
}

/** Leaves a transaction when a handler says that it could not do its work. */
export class TransientFault extends Error {
  override readonly name = "TransientFault";
  readonly reply: Transient;

  constructor(reply: Transient) {
    super(reply.message);
    this.reply = reply;
  }
}

/** Runs a handler with a signal that is aborted when the tool's time is over. */
export async function runHandler<Tx>(
  { call, tool, run, traceId }: ReadyCall<Tx>,
  action: RunParams<Tx>["action"],
): Promise<HandlerReply> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`${tool.name} took over ${tool.timeoutMs} ms`)),
    tool.timeoutMs,
  );
  try {
    const reply = run({ context: call.context, signal: timeout.signal, traceId, action });
    return action === null ? await beforeTimeout(reply, timeout.signal) : await reply;
  } finally {
    clearTimeout(timer);
  }
}

const LATE = transient({ message: "The business's system did not answer in time. Try again in a moment." });

/** A read that is late changes nothing, whether it heeds the signal or goes on. */
function beforeTimeout(reply: Promise<HandlerReply>, signal: AbortSignal): Promise<HandlerReply> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(LATE));
    reply.then(resolve, reject);
  });
}

export interface Answer {
  readonly status: "succeeded" | "refused";
  readonly reply: WireReply;
}

/** Gives a handler's reply its bytes once it is sound; throws a TransientFault or a HandlerReplyError where it is not. */
export function toAnswer<Tx>(
  ready: ReadyCall<Tx>,
  answer: HandlerReply,
  operation: OperationIdentity | null,
  receipt: Receipt | null,
): Answer {
  if (answer.kind === "transient") throw new TransientFault(answer);
  const { contract, call, tool, clock } = ready;
  const now = clock();
  const reply = judgeReply(answer, { tool, call, operation, now });
  const encoded = contract.encodeReply(call, reply, receipt);
  // What no platform would accept is not sent, and so never committed.
  const decoded = contract.decodeReply(toToolCall(ready, operation), encoded, now);
  if (decoded.kind === "faulted") {
    throw new HandlerReplyError(decoded.cause.faults ?? [{ pointer: "", message: decoded.cause.detail }]);
  }
  return { status: reply.status, reply: encoded };
}

/** The call as the platform holds it, which judges the answer by it. */
export function toToolCall<Tx>({ call, tool }: ReadyCall<Tx>, operation: OperationIdentity | null): ToolCall {
  const { workspace, conversation, turn, locale, timezone, currentTime, ...context } = call.context;
  return {
    tool,
    arguments: call.arguments,
    contractVersion: call.contractVersion,
    operation,
    context: {
      ...context,
      workspace: workspace ?? "",
      conversation: conversation ?? "",
      turn: turn ?? "",
      locale: locale ?? "",
      timezone: timezone ?? "",
      currentTime: currentTime ?? "",
    },
  };
}

/** The answer to a call that left no trace and may work later. */
export function toTransientReply<Tx>({ contract, call, tool, traceId }: ReadyCall<Tx>, reply: Transient): WireReply {
  const { message, retryAfterSeconds } = reply;
  const attemptedQuery = attemptedQueryOf({ call, tool });
  const error = { category: "transient", code: "transient", message, retryable: true, attemptedQuery } as const;
  const encoded = contract.encodeTransient(call, error, traceId);
  if (encoded.headers["retry-after"] === undefined) return encoded;
  return { ...encoded, headers: { ...encoded.headers, "retry-after": String(retryAfterSeconds) } };
}

/** What to answer for what a handler threw; the error itself is the operator's. */
export function toHandlerProblem(cause: unknown): ProblemError {
  const message = "The tool failed and changed nothing. The adapter's operator finds the cause by the trace id.";
  return new ProblemError("internal", message, { cause });
}
