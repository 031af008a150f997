import type { Gateway } from "./gateway.ts";
import type { CallRecord } from "./store/calls.ts";
import { decodeTelling } from "./telling.ts";
import type { Telling } from "./tool-call.ts";

const NOTHING_TOLD: Telling = { text: null, evidence: [], data: undefined, error: null };

/** What a call sent and what it was told; the parts are absent while the call is under way or once they were erased. */
export async function readCallBodies(
  gateway: Gateway,
  { workspaceId, id }: CallRecord,
): Promise<{ readonly args: unknown; readonly telling: Telling }> {
  const bodies = await gateway.store.calls.bodies(workspaceId, id);
  const args = bodies?.arguments ?? null;
  const result = bodies?.result ?? null;
  return {
    args: args === null ? undefined : JSON.parse(await gateway.vault.open({ workspaceId, purpose: "call.arguments", id }, args)),
    telling:
      result === null ? NOTHING_TOLD : decodeTelling(await gateway.vault.open({ workspaceId, purpose: "call.result", id }, result)),
  };
}
