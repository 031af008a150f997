import type { Gateway } from "./gateway.ts";
import type { NewCall } from "./store/calls.ts";
import type { CheckedCall } from "./steps/check-arguments.ts";

type CallStart = NewCall["record"];

/** The log entry of a call at its beginning, its arguments sealed. */
export async function toNewCall(
  gateway: Gateway,
  checked: CheckedCall,
  callId: string,
  operationId: string | null,
): Promise<NewCall> {
  return {
    record: toCallStart(checked, callId, operationId),
    arguments: await sealArguments(gateway, checked.caller.principal.workspaceId, callId, checked.arguments),
  };
}

export function sealArguments(
  gateway: Gateway,
  workspaceId: string,
  callId: string,
  args: unknown,
): Promise<Uint8Array> {
  return gateway.vault.seal({ workspaceId, purpose: "call.arguments", id: callId }, JSON.stringify(args));
}

function toCallStart(checked: CheckedCall, callId: string, operationId: string | null): CallStart {
  const { caller, offered, request, at } = checked;
  return {
    workspaceId: caller.principal.workspaceId,
    id: callId,
    conversationId: caller.conversation.id,
    turn: caller.turn,
    connectionId: offered.connection.id,
    toolName: offered.tool.name,
    offeredName: offered.name,
    mutating: offered.tool.mutating,
    operationId,
    replayed: false,
    callerId: caller.principal.id,
    traceId: request.traceId,
    startedAt: at,
  };
}
