import type { AnswerCause } from "counterfoil/core";
import type { Gateway } from "./gateway.ts";
import type { CallRecord } from "./store/calls.ts";
import type { Telling } from "./tool-call.ts";

/** What a call ended with: what the agent was told and, for the operator alone, why it was no valid answer. */
export interface CallResultBody {
  readonly telling: Telling;
  readonly cause: AnswerCause | null;
}

const NOTHING_TOLD: CallResultBody = {
  telling: { text: null, evidence: [], data: undefined, error: null },
  cause: null,
};

export function sealCallResult(
  gateway: Gateway,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
  telling: Telling,
  cause: AnswerCause | null,
): Promise<Uint8Array> {
  const body: CallResultBody = { telling, cause };
  return gateway.vault.seal({ workspaceId, purpose: "call.result", id: callId }, JSON.stringify(body));
}

/** What a call sent and what came of it; parts are absent while it is under way or once they were erased. */
export async function readCallBodies(
  gateway: Gateway,
  { workspaceId, id }: CallRecord,
): Promise<CallResultBody & { readonly args: unknown }> {
  const { arguments: args = null, result = null } = (await gateway.store.calls.bodies(workspaceId, id)) ?? {};
  return {
    args:
      args === null
        ? undefined
        : JSON.parse(await gateway.vault.open({ workspaceId, purpose: "call.arguments", id }, args)),
    ...(result === null
      ? NOTHING_TOLD
      : decodeCallResult(await gateway.vault.open({ workspaceId, purpose: "call.result", id }, result))),
  };
}

/** Reads what `sealCallResult` wrote; the seal vouches for it. */
function decodeCallResult(text: string): CallResultBody {
  const body: CallResultBody = JSON.parse(text);
  return body;
}
