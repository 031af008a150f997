import { isFinal, ProblemError } from "counterfoil/core";
import { sealCallResult } from "../call-bodies.ts";
import { sealArguments } from "../call-entry.ts";
import type { Caller } from "../caller.ts";
import type { Gateway } from "../gateway.ts";
import { recoverUnrecorded } from "../recover.ts";
import type { OperationRecord } from "../store/operations.ts";
import { requireSameIntent, toIdempotencyKey } from "./recall-operation.ts";
import { enterTurn } from "../turn.ts";
import { decodeTelling } from "../telling.ts";
import type { Telling, ToolCallRequest, ToolCallResult } from "../tool-call.ts";

const RETRY_AFTER_SECONDS = 1;
/** How often another process's operation is looked at while waiting for it. */
const POLL_MS = 100;
/** The tool's deadline runs from when the intent is durable, and what came of it has still to be recorded. */
const SETTLING_MS = 2000;

/**
 * Answers a repeat with the operation it means: waits for one under way until it must have settled, then tells what stands.
 *
 * Nothing is sent. Where the operation is still under way then, the repeat ends as `operation_in_progress`.
 */
export async function followOperation(
  gateway: Gateway,
  caller: Caller,
  request: ToolCallRequest,
  known: OperationRecord,
): Promise<ToolCallResult> {
  const operation = await waitForOutcome(gateway, await bindKey(gateway, caller, request, known));
  const outcome = operation.state;
  if (outcome === "prepared" || outcome === "sent") {
    throw new ProblemError(
      "operation_in_progress",
      "The same request is still under way; ask again shortly with the same key.",
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        extras: { operation_id: operation.id },
      },
    );
  }
  const telling = await readTelling(gateway, operation);
  const callId = gateway.ids("call");
  const result: ToolCallResult = {
    callId,
    operationId: operation.id,
    outcome,
    replayed: true,
    telling,
    traceId: request.traceId,
  };
  await recordRepeat(gateway, caller, request, operation, result);
  return result;
}

/**
 * A new key that comes with an equal intent names the same operation from now on. Bound before the wait, so that whoever is told to ask
 * again with it finds this operation and not a second one.
 */
async function bindKey(
  { store }: Gateway,
  caller: Caller,
  request: ToolCallRequest,
  operation: OperationRecord,
): Promise<OperationRecord> {
  const { workspaceId, id, intentHash } = operation;
  const key = toIdempotencyKey(caller, request);
  if (key === null) return operation;
  const holder = await store.operations.findByIdempotencyKey(workspaceId, key);
  if (holder !== null) return requireSameIntent(holder, intentHash);
  await store.operations.bindIdempotencyKey(workspaceId, key, id);
  const bound = await store.operations.findByIdempotencyKey(workspaceId, key);
  return bound === null ? operation : requireSameIntent(bound, intentHash);
}

async function waitForOutcome(gateway: Gateway, known: OperationRecord): Promise<OperationRecord> {
  let operation = known;
  while (!isFinal(operation.state) && operation.state !== "unknown") {
    const leftMs = operation.deadlineAt.getTime() + SETTLING_MS - gateway.clock().getTime();
    if (leftMs <= 0) return recoverUnrecorded(gateway, operation);
    await gateway.running.settled(operation.id, Math.min(leftMs, POLL_MS));
    operation = (await gateway.store.operations.find(operation.workspaceId, operation.id)) ?? operation;
  }
  return operation;
}

async function readTelling(gateway: Gateway, { workspaceId, id }: OperationRecord): Promise<Telling> {
  const bodies = await gateway.store.operations.bodies(workspaceId, id);
  const result = bodies?.result ?? null;
  if (result === null) {
    throw new ProblemError(
      "gone",
      "What this operation answered is no longer kept; GET /v1/operations/{id} shows its state.",
    );
  }
  return decodeTelling(await gateway.vault.open({ workspaceId, purpose: "operation.result", id }, result));
}

async function recordRepeat(
  gateway: Gateway,
  caller: Caller,
  request: ToolCallRequest,
  operation: OperationRecord,
  { callId, outcome, telling }: ToolCallResult,
): Promise<void> {
  const { workspaceId } = caller.principal;
  const now = gateway.clock();
  await enterTurn(gateway, caller, now);
  await gateway.store.calls.recordFinished({
    record: {
      workspaceId,
      id: callId,
      conversationId: caller.conversation.id,
      turn: caller.turn,
      connectionId: operation.connectionId,
      toolName: operation.toolName,
      offeredName: request.toolName,
      mutating: true,
      operationId: operation.id,
      replayed: true,
      callerId: caller.principal.id,
      traceId: request.traceId,
      startedAt: now,
      endedAt: now,
      outcome,
      errorCategory: telling.error?.category ?? null,
      errorCode: telling.error?.code ?? null,
    },
    arguments: await sealArguments(gateway, workspaceId, callId, request.arguments ?? {}),
    result: await sealCallResult(gateway, { workspaceId, callId }, telling, null),
    contactWrite: null,
    evidence: [],
  });
}
