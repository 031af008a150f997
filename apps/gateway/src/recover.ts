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
    for (const operation of abandoned) await recover(gateway, operation);
    recovered += abandoned.length;
    if (abandoned.length < BATCH) return recovered;
  }
}

async function recover(gateway: Gateway, operation: OperationRecord): Promise<void> {
  const { workspaceId, id, callId } = operation;
  const step = applyEvent(operation, { type: "instance_lost" });
  if (!step.ok) throw new Error(`an operation in state ${operation.state} cannot be recovered`);
  const telling = toLostTelling(step.value);
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
        : { number: last.number, phase: last.phase, end: "uncertain", status: null, reason: "gateway_stopped" },
    result: await gateway.vault.seal({ workspaceId, purpose: "operation.result", id }, encodeTelling(telling)),
    call: {
      id: callId,
      outcome: step.value.state === "failed" ? "failed" : "unknown",
      errorCategory: "transient",
      errorCode: "gateway_stopped",
      result: await sealCallResult(gateway, { workspaceId, callId }, telling, null),
    },
    contactWrite: null,
    evidence: [],
    at: gateway.clock(),
  });
  gateway.log.warn("an operation was in flight when the gateway stopped", {
    workspaceId,
    operationId: id,
    callId,
    outcome: step.value.state,
  });
}

function toLostTelling({ state }: Operation): Telling {
  const failed = state === "failed";
  const message = failed
    ? "The gateway stopped before the call was sent, so nothing happened. It can be made again."
    : "The gateway stopped while the call was under way, so it may have completed. Read the current state before trying again.";
  const effect = failed ? ("none" as const) : ("unknown" as const);
  return {
    text: null,
    evidence: [],
    data: undefined,
    error: { category: "transient", code: "gateway_stopped", message, retryable: true, effect },
  };
}
