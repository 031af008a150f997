import type { ReceiptRecord, WireReply } from "../contracts/contract.ts";
import type { OperationIdentity } from "../core/context.ts";
import { ProblemError } from "../core/error.ts";
import type { Receipts, RecordOutcome, Settlement } from "../receipts/receipts.ts";
import { HandlerReplyError } from "./faults.ts";
import type { ReportFault } from "./faults.ts";
import { transient } from "./handler-reply.ts";
import { requireSameRequest, toReceipt, toRecordedReply } from "./recorded-operation.ts";
import { runHandler, toAnswer, toHandlerProblem, toToolCall, toTransientReply, TransientFault } from "./run-handler.ts";
import type { ReadyCall } from "./run-handler.ts";

export interface ActionParams<Tx> {
  readonly ready: ReadyCall<Tx>;
  readonly receipts: Receipts<Tx>;
  readonly scope: string;
  readonly operation: OperationIdentity;
  readonly reportFault: ReportFault;
}

/** Runs an action once, in the transaction that also records its answer. */
export async function runAction<Tx>(params: ActionParams<Tx>): Promise<WireReply> {
  const { ready, receipts, scope, operation } = params;
  const attempt = {
    scope,
    operationId: operation.id,
    fingerprint: operation.fingerprint,
    startWithinMs: ready.tool.timeoutMs,
    work: (tx: Tx) => settle(params, tx),
  };
  return toReply(params, await receipts.record(attempt));
}

function toReply<Tx>(params: ActionParams<Tx>, outcome: RecordOutcome): WireReply {
  const { ready, operation } = params;
  if (outcome.kind === "recorded") return toRecordedReply(outcome.record, false);
  if (outcome.kind === "known") {
    requireSameRequest(outcome.record, operation.fingerprint, ready.clock());
    return toRecordedReply(outcome.record, true);
  }
  if (outcome.kind === "running") throw inProgress();
  if (outcome.kind === "busy") return toTransientReply(ready, BUSY);
  if (outcome.kind === "rolled-back" && outcome.cause instanceof TransientFault) {
    return toTransientReply(ready, outcome.cause.reply);
  }
  params.reportFault({ error: outcome.cause, traceId: ready.traceId, tool: ready.tool.name });
  throw outcome.kind === "rolled-back" ? toHandlerProblem(outcome.cause) : uncertain(outcome.cause);
}

const BUSY = transient({ message: "The business's system is busy. Try again in a moment." });

async function settle<Tx>({ ready, receipts, operation }: ActionParams<Tx>, tx: Tx): Promise<Settlement> {
  const handled = await runHandler(ready, { tx, operation });
  const recordedAt = ready.clock();
  const expiresAt = new Date(recordedAt.getTime() + receipts.retentionSeconds * 1000);
  const record = {
    operationId: operation.id,
    fingerprint: operation.fingerprint,
    action: ready.tool.action,
    recordedAt,
    expiresAt,
  };
  const receipt = toReceipt(record);
  const { status, reply } = toAnswer(ready, handled, operation, receipt);
  requireReadable(ready, operation, { state: status, receipt, reply: reply.body });
  return { state: status, action: record.action, reply: reply.body, recordedAt, expiresAt };
}

/** A receipt wraps its reply and has the same limits: what no look-up could show is not committed. */
function requireReadable<Tx>(ready: ReadyCall<Tx>, operation: OperationIdentity, record: ReceiptRecord): void {
  const { contract, clock } = ready;
  const answer = contract.decodeReceipt(toToolCall(ready, operation), contract.encodeReceipt(record), clock());
  if (answer.kind !== "faulted") return;
  throw new HandlerReplyError(answer.cause.faults ?? [{ pointer: "", message: answer.cause.detail }]);
}

export function inProgress(): ProblemError {
  const message = "This operation may still be running: ask for its receipt, or repeat the same request, in a moment";
  return new ProblemError("operation_in_progress", message, { retryAfterSeconds: 1 });
}

export function uncertain(cause: unknown): ProblemError {
  const message = "Whether the change was committed is not known: ask for the receipt of the operation";
  return new ProblemError("internal", message, { effect: "unknown", cause });
}
