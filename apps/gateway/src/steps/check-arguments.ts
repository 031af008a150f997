import {
  isJsonObject,
  ProblemError,
  toOffsetDateTime,
  type ArgumentFault,
  type CallContext,
  type JsonObject,
} from "counterfoil/core";
import type { Caller } from "../caller.ts";
import type { Gateway } from "../gateway.ts";
import type { OfferedTool } from "../offers.ts";
import type { ToolCallRequest } from "../tool-call.ts";

/** A call that passed every check, its context frozen. */
export interface CheckedCall {
  readonly caller: Caller;
  readonly offered: OfferedTool;
  readonly request: ToolCallRequest;
  readonly arguments: JsonObject;
  readonly context: CallContext;
  readonly at: Date;
}

const CONTEXT_MEMBERS: ReadonlySet<string> = new Set([
  "workspace",
  "conversation",
  "turn",
  "subject",
  "locale",
  "timezone",
  "current_time",
  "context",
]);

/** Judges the arguments as sent: no coercion, no defaults, nothing dropped; every fault is told with its place. */
export function checkArguments(
  gateway: Gateway,
  caller: Caller,
  offered: OfferedTool,
  request: ToolCallRequest,
): CheckedCall {
  const args = request.arguments ?? {};
  const faults = offered.tool.parameters.check(args);
  if (faults.length > 0 || !isJsonObject(args)) throw toArgumentsProblem(faults.map(explainContextMember));
  const at = gateway.clock();
  return { caller, offered, request, arguments: args, context: toContext(caller, at), at };
}

function toArgumentsProblem(faults: readonly ArgumentFault[]): ProblemError {
  const words = faults
    .map(({ pointer, message }) => `${pointer === "" ? "arguments" : pointer}: ${message}`)
    .join("; ");
  return new ProblemError("invalid_arguments", `The arguments do not fit the tool. ${words}.`, {
    extras: { errors: faults },
  });
}

function explainContextMember(fault: ArgumentFault): ArgumentFault {
  const name = fault.pointer.slice(1);
  if (fault.keyword !== "additionalProperties" || !CONTEXT_MEMBERS.has(name)) return fault;
  return {
    ...fault,
    message: `${name} belongs to the context, which the application sets for the conversation; leave it out`,
  };
}

function toContext(caller: Caller, at: Date): CallContext {
  const { conversation, turn } = caller;
  return {
    workspace: conversation.workspaceId,
    conversation: conversation.id,
    turn: String(turn),
    subject: { channel: conversation.subjectChannel, id: conversation.subjectId },
    locale: conversation.locale,
    timezone: conversation.timezone,
    currentTime: toOffsetDateTime(at, conversation.timezone),
    domainId: conversation.domainId,
    partnerId: conversation.partnerId,
    phone: conversation.phone,
    contactId: conversation.contactId,
    countryCode: conversation.countryCode,
    language: conversation.language,
  };
}
