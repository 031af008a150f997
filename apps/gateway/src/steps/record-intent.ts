import type { OperationIdentity } from "counterfoil/core";
import type { ToolCall, WireHeaders, WireRequest } from "counterfoil/contracts";
import type { Gateway } from "../gateway.ts";
import { toIntentHash } from "../intent-hash.ts";
import { toNewCall } from "../call-entry.ts";
import type { OperationRecord, RecordIntentParams } from "../store/operations.ts";
import { enterTurn } from "../turn.ts";
import type { CheckedCall } from "./check-arguments.ts";
import { openCredential } from "./open-credential.ts";
import { requireSameIntent, toIdempotencyKey } from "./recall-operation.ts";

/** A call that is ready to be sent; of a mutating one the operation is durable by now. */
export interface Intent {
  readonly kind: "recorded";
  readonly checked: CheckedCall;
  readonly callId: string;
  readonly call: ToolCall;
  readonly wireRequest: WireRequest;
  /** Credential and trace of this attempt. */
  readonly attemptHeaders: WireHeaders;
  /** Null for a reading tool. */
  readonly operation: OperationRecord | null;
}

/** An equal request was recorded first. */
export interface ExistingIntent {
  readonly kind: "existing";
  readonly operation: OperationRecord;
}

/**
 * Makes a mutation durable before its first byte is sent: operation, attempt, exact bytes and call in one commit.
 *
 * Unique keys decide between concurrent equals; who loses follows the winner. A reading call is only logged, when it has ended.
 */
export async function recordIntent(gateway: Gateway, checked: CheckedCall): Promise<Intent | ExistingIntent> {
  const { caller, offered } = checked;
  const credential = await openCredential(gateway, offered.connection);
  const callId = gateway.ids("call");
  const identity = offered.tool.mutating ? identify(gateway, checked) : null;
  const call = toToolCall(checked, identity);
  const intent = {
    kind: "recorded" as const,
    checked,
    callId,
    call,
    wireRequest: offered.contract.encodeCall(call),
    attemptHeaders: offered.contract.encodeAttempt(credential, checked.request.traceId),
  };
  await enterTurn(gateway, caller, checked.at);
  if (identity === null) return { ...intent, operation: null };
  const params = await toRecordParams(gateway, intent, identity);
  const recorded = await gateway.store.operations.recordIntent(params);
  if (recorded.kind === "existing" && recorded.operation.id !== identity.id) {
    return { kind: "existing", operation: requireSameIntent(recorded.operation, params.operation.intentHash) };
  }
  gateway.running.begin(identity.id);
  return { ...intent, operation: recorded.operation };
}

function identify(gateway: Gateway, checked: CheckedCall): OperationIdentity {
  const id = gateway.ids("op");
  const fingerprint = checked.offered.contract.fingerprint(toToolCall(checked, null), id);
  return { id, fingerprint };
}

function toToolCall(checked: CheckedCall, operation: OperationIdentity | null): ToolCall {
  const { offered, context } = checked;
  return {
    tool: offered.tool,
    arguments: checked.arguments,
    context,
    contractVersion: offered.catalog.contractVersion,
    operation,
  };
}

async function toRecordParams(
  gateway: Gateway,
  intent: Omit<Intent, "operation">,
  identity: OperationIdentity,
): Promise<RecordIntentParams> {
  const { checked, callId, call, wireRequest } = intent;
  const { caller, offered, request, at } = checked;
  const { workspaceId } = caller.principal;
  return {
    operation: {
      workspaceId,
      id: identity.id,
      conversationId: caller.conversation.id,
      turn: caller.turn,
      connectionId: offered.connection.id,
      toolName: offered.tool.name,
      action: offered.tool.action ?? offered.tool.name,
      fingerprint: identity.fingerprint,
      intentHash: toIntentHash(
        caller.conversation,
        { connectionId: offered.connection.id, toolName: offered.tool.name },
        checked.arguments,
      ),
      callId,
      origin: offered.connection.origin,
      credentialVersion: offered.connection.credentialVersion,
      contractVersion: call.contractVersion,
      deadlineAt: new Date(at.getTime() + offered.tool.timeoutMs),
      createdAt: at,
    },
    firstAttempt: { instanceId: gateway.instanceId, traceId: request.traceId, startedAt: at },
    request: await sealRequest(gateway, workspaceId, identity.id, wireRequest, call),
    call: await toNewCall(gateway, checked, callId, identity.id),
    idempotencyKey: toIdempotencyKey(caller, request),
    attachable: !request.newIntent,
  };
}

/** What a later attempt would send again, byte for byte, and what its reply would be judged by. */
function sealRequest(
  gateway: Gateway,
  workspaceId: string,
  id: string,
  request: WireRequest,
  call: ToolCall,
): Promise<Uint8Array> {
  const body = Buffer.from(request.body).toString("base64");
  const text = JSON.stringify({ ...request, body, arguments: call.arguments, context: call.context });
  return gateway.vault.seal({ workspaceId, purpose: "operation.request", id }, text);
}
