import {
  applyEvent,
  toOutcome,
  type Answer,
  type AnswerCause,
  type Operation,
  type OperationEvent,
  type Outcome,
} from "counterfoil/core";
import { sealCallResult } from "../call-bodies.ts";
import { toNewCall } from "../call-entry.ts";
import { keepDeclaredTypes, toContactAddress } from "../contacts.ts";
import type { Gateway } from "../gateway.ts";
import type { Delivery } from "../outbound/delivery.ts";
import type { ContactWrite } from "../store/contacts.ts";
import type { OperationRecord, SettleParams } from "../store/operations.ts";
import { encodeTelling, toTelling } from "../telling.ts";
import type { Telling, ToolCallResult } from "../tool-call.ts";
import type { Intent } from "./record-intent.ts";

/**
 * Records what the answer proves, in one unit with the evidence and what the adapter asks to remember; then tells it.
 *
 * Never throws: where the store fails now, a mutation is told as unknown, and its open attempt tells the next start the same.
 */
export async function settle(
  gateway: Gateway,
  intent: Intent,
  delivery: Delivery,
  answer: Answer,
): Promise<ToolCallResult> {
  const { callId, operation, checked } = intent;
  const outcome = toOutcome(answer, operation !== null);
  const telling = toTelling(answer, outcome, callId);
  logEnd(gateway, intent, delivery, answer, outcome);
  const result = { callId, operationId: operation?.id ?? null, replayed: false, traceId: checked.request.traceId };
  try {
    if (operation === null) await recordRead(gateway, intent, answer, outcome, telling);
    else await settleOperation(gateway, intent, operation, delivery, answer, outcome, telling);
    return { ...result, outcome, telling };
  } catch (error) {
    gateway.log.fault("an outcome could not be recorded", error, {
      callId,
      ...(operation && { operationId: operation.id }),
    });
    return { ...result, ...tellUnrecorded(operation !== null, callId) };
  } finally {
    if (operation !== null) gateway.running.end(operation.id);
  }
}

async function settleOperation(
  gateway: Gateway,
  intent: Intent,
  operation: OperationRecord,
  delivery: Delivery,
  answer: Answer,
  outcome: Outcome,
  telling: Telling,
): Promise<void> {
  const { callId } = intent;
  const { workspaceId } = operation;
  const next = toEvents(delivery, answer).reduce<Operation>(requireStep, operation);
  const [result, callResult] = await Promise.all([
    gateway.vault.seal({ workspaceId, purpose: "operation.result", id: operation.id }, encodeTelling(telling)),
    sealCallResult(gateway, { workspaceId, callId }, telling, causeOf(answer)),
  ]);
  const params: SettleParams = {
    workspaceId,
    operationId: operation.id,
    revision: operation.revision,
    state: next.state,
    unresolved: next.unresolved,
    attempt: toAttemptEnd(delivery, answer, next),
    result,
    call: { id: callId, outcome, ...toErrorColumns(telling), result: callResult },
    contactWrite: toContactWrite(gateway, intent, answer),
    evidence: telling.evidence,
    at: gateway.clock(),
  };
  const settled = await gateway.store.operations.settle(params);
  if (settled.kind === "stale") throw new Error("the operation was settled elsewhere while its attempt was under way");
}

/** What happened to the one attempt; without another one to come, an operation of which nothing left has failed. */
function toEvents(delivery: Delivery, answer: Answer): readonly OperationEvent[] {
  const attempt = 1;
  if (answer.kind === "settled") return [{ type: "attempt_answered", attempt, outcome: answer.status }];
  if (delivery.kind === "lost" && delivery.phase === "before_send") {
    return [{ type: "attempt_ended", attempt, end: "no_byte_sent" }, { type: "deadline_passed" }];
  }
  return [{ type: "attempt_ended", attempt, end: answer.effect === "none" ? "no_effect" : "uncertain" }];
}

function requireStep(operation: Operation, event: OperationEvent): Operation {
  const step = applyEvent(operation, event);
  if (!step.ok) throw new Error(`an operation in state ${operation.state} cannot take ${event.type}`);
  return step.value;
}

function toAttemptEnd(delivery: Delivery, answer: Answer, { attempts }: Operation): SettleParams["attempt"] {
  return {
    number: 1,
    phase: delivery.kind === "lost" ? delivery.phase : "after_headers",
    end: attempts.at(-1)?.end ?? null,
    status: delivery.kind === "replied" ? delivery.reply.status : null,
    reason: causeOf(answer)?.code ?? null,
  };
}

async function recordRead(
  gateway: Gateway,
  intent: Intent,
  answer: Answer,
  outcome: Outcome,
  telling: Telling,
): Promise<void> {
  const { callId, checked } = intent;
  const { workspaceId } = checked.caller.principal;
  const endedAt = gateway.clock();
  const call = await toNewCall(gateway, checked, callId, null);
  await gateway.store.calls.recordFinished({
    record: { ...call.record, endedAt, outcome, ...toErrorColumns(telling) },
    arguments: call.arguments,
    result: await sealCallResult(gateway, { workspaceId, callId }, telling, causeOf(answer)),
    contactWrite: toContactWrite(gateway, intent, answer),
    evidence: telling.evidence,
  });
  if (outcome !== "succeeded") return;
  // The agent has looked: an unknown change on this connection no longer swallows an equal new one.
  if (checked.offered.contract.name !== "domain-pack") return;
  await gateway.store.operations.detachUnknown({
    workspaceId,
    conversationId: checked.caller.conversation.id,
    connectionId: checked.offered.connection.id,
    readStartedAt: checked.at,
  });
}

function causeOf(answer: Answer): AnswerCause | null {
  return answer.kind === "faulted" ? answer.cause : null;
}

function toErrorColumns({ error }: Telling): {
  readonly errorCategory: string | null;
  readonly errorCode: string | null;
} {
  return { errorCategory: error?.category ?? null, errorCode: error?.code ?? null };
}

/** What the adapter asks to remember; facts of another type than the pack declares are left out, with a word in the log. */
function toContactWrite(gateway: Gateway, { checked, callId }: Intent, answer: Answer): ContactWrite | null {
  if (answer.kind !== "settled" || answer.store === null) return null;
  const address = toContactAddress(checked.caller.conversation);
  if (address === null) return null;
  const facts = keepDeclaredTypes(answer.store.facts, checked.offered.catalog.domain?.facts ?? {});
  const dropped = Object.keys(answer.store.facts).length - Object.keys(facts).length;
  if (dropped > 0) gateway.log.warn("facts of a wrong type were dropped", { callId, count: dropped });
  return { address, update: { ...answer.store, facts }, callId, turn: checked.caller.turn, at: gateway.clock() };
}

/** The log has what tenants are not told: the precise reason why there was no answer. */
function logEnd(gateway: Gateway, intent: Intent, delivery: Delivery, answer: Answer, outcome: Outcome): void {
  const { callId, checked, operation } = intent;
  const fields = {
    callId,
    workspaceId: checked.caller.principal.workspaceId,
    connectionId: checked.offered.connection.id,
    tool: checked.offered.tool.name,
    outcome,
    traceId: checked.request.traceId,
    ...(operation && { operationId: operation.id }),
    ...(delivery.kind === "lost" && { reason: delivery.reason, phase: delivery.phase }),
  };
  if (answer.kind === "settled") gateway.log.info("call ended", fields);
  else gateway.log.warn("call ended without a valid answer", { ...fields, code: answer.cause.code });
}

function tellUnrecorded(mutating: boolean, callId: string): { readonly outcome: Outcome; readonly telling: Telling } {
  const message = mutating
    ? `The gateway could not record the outcome, so the call may have completed. Read the current state before trying again. Call ${callId}.`
    : `The gateway could not record the answer. The call changes nothing and can be made again. Call ${callId}.`;
  const error = {
    category: "internal" as const,
    code: "not_recorded",
    message,
    retryable: !mutating,
    effect: mutating ? ("unknown" as const) : ("none" as const),
  };
  return { outcome: mutating ? "unknown" : "failed", telling: { text: null, evidence: [], data: undefined, error } };
}
