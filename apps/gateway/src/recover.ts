import { applyEvent, type Operation } from "counterfoil/core";
import { sealCallResult } from "./call-bodies.ts";
import type { Gateway } from "./gateway.ts";
import type { OperationRecord } from "./store/operations.ts";
import { encodeTelling } from "./telling.ts";
import type { Telling } from "./tool-call.ts";

const BATCH = 100;

/** Before anything is served: whatever a process that is gone had in flight is `unknown`, and is told so. Gives how many there were. */
export async function recoverAbandoned(gateway: Gateway): Promise<number> {
  let recovered = 0;
  for (;;) {
    const abandoned = await gateway.store.operations.listAbandoned([gateway.instanceId], BATCH);
    for (const operation of abandoned) await recover(gateway, operation, "gateway_stopped");
    recovered += abandoned.length;
    if (abandoned.length < BATCH) return recovered;
  }
}

/**
 * An operation that this process has ended with and could not record the outcome of is `unknown` as well: without this it would count as
 * under way until the next start. One that is really under way is given back as it is.
 */
export async function recoverUnrecorded(gateway: Gateway, operation: OperationRecord): Promise<OperationRecord> {
  const isOurs = operation.attempts.at(-1)?.instanceId === gateway.instanceId;
  if (!isOurs || gateway.running.has(operation.id)) return operation;
  await recover(gateway, operation, "not_recorded");
  return (await gateway.store.operations.find(operation.workspaceId, operation.id)) ?? operation;
}

/** Why nobody knows what came of an operation. */
type LossReason = "gateway_stopped" | "not_recorded";

async function recover(gateway: Gateway, operation: OperationRecord, reason: LossReason): Promise<void> {
  const { workspaceId, id, callId } = operation;
  const step = applyEvent(operation, { type: "instance_lost" });
  if (!step.ok) throw new Error(`an operation in state ${operation.state} cannot be recovered`);
  const telling = toLostTelling(step.value, reason);
  const last = operation.attempts.at(-1);
  await gateway.store.operations.settle({
    workspaceId,
    operationId: id,
    revision: operation.revision,
    state: step.value.state,
    unresolved: step.value.unresolved,
    attempt:
      last === undefined
        ? null
        : // How far it got was known to memory alone; that no byte left is said only where it is proven.
          { number: last.number, phase: "after_send", end: "uncertain", status: null, reason },
    result: await gateway.vault.seal({ workspaceId, purpose: "operation.result", id }, encodeTelling(telling)),
    call: {
      id: callId,
      outcome: step.value.state === "failed" ? "failed" : "unknown",
      errorCategory: telling.error.category,
      errorCode: reason,
      result: await sealCallResult(gateway, { workspaceId, callId }, telling, null),
    },
    contactWrite: null,
    evidence: [],
    at: gateway.clock(),
  });
  gateway.log.warn("what came of an operation is not known", {
    reason,
    workspaceId,
    operationId: id,
    callId,
    outcome: step.value.state,
  });
}

function toLostTelling({ state }: Operation, reason: LossReason) {
  const failed = state === "failed";
  const message = failed
    ? "The gateway stopped before the call was sent, so nothing happened. It can be made again."
    : `${UNKNOWN_MESSAGES[reason]}, so the call may have completed. Read the current state before trying again.`;
  const effect = failed ? ("none" as const) : ("unknown" as const);
  return {
    text: null,
    evidence: [],
    data: undefined,
    error: { ...ERRORS[reason], code: reason, message, effect },
  } satisfies Telling;
}

const ERRORS = {
  gateway_stopped: { category: "transient", retryable: true },
  not_recorded: { category: "internal", retryable: false },
} as const;

const UNKNOWN_MESSAGES: Readonly<Record<LossReason, string>> = {
  gateway_stopped: "The gateway stopped while the call was under way",
  not_recorded: "The gateway could not record the outcome",
};
