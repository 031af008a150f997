import type { OperationIdentity } from "../../core/context.ts";
import { ProblemError } from "../../core/error.ts";
import { toProviderFingerprint } from "../../core/fingerprint.ts";
import { isOperationId } from "../../core/identifier.ts";
import { isJsonObject } from "../../core/json.ts";
import type { JsonValue } from "../../core/json.ts";
import { faulty, ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import type { HandlerContext, IncomingCall, ToolCall, WireHeaders, WireRequest } from "../contract.ts";
import { readArguments, toRequestProblem } from "../incoming-call.ts";
import { MemberReader } from "../member-reader.ts";
import type { MemberFault } from "../member-reader.ts";
import { toJsonBody } from "../reply-body.ts";

const FINGERPRINT = /^[\x21-\x7E]{1,256}$/;

/** The print of a call (contract §2.5). */
export function fingerprintCall(
  { tool, context, contractVersion, arguments: args }: ToolCall,
  operationId: string,
): string {
  return toProviderFingerprint({
    workspace: context.workspace,
    subject: context.subject,
    tool: tool.name,
    contractVersion: contractVersion ?? "",
    operationId,
    arguments: args,
  });
}

/** Gives a call its bytes (contract §2.2): `POST /tools/{tool_name}`, to be stored and sent as they are. */
export function encodeCall(call: ToolCall): WireRequest {
  const { tool, context, contractVersion, operation } = call;
  return {
    method: "POST",
    path: `/tools/${encodeURIComponent(tool.name)}`,
    headers: {
      "content-type": "application/json",
      ...(contractVersion === null ? {} : { "contract-version": contractVersion }),
      ...(operation === null ? {} : { "operation-id": operation.id, "request-fingerprint": operation.fingerprint }),
    },
    body: toJsonBody({
      arguments: call.arguments,
      context: {
        workspace: context.workspace,
        conversation: context.conversation,
        turn: context.turn,
        subject: { channel: context.subject.channel, id: context.subject.id },
        locale: context.locale,
        timezone: context.timezone,
        current_time: context.currentTime,
      },
    }),
  };
}

/** Reads a call (contract §2.2); its schema and its headers are judged later, in the contract's order. */
export function decodeCall(
  toolName: string,
  headers: WireHeaders,
  body: JsonValue,
): Result<IncomingCall, ProblemError> {
  if (!isJsonObject(body)) {
    return faulty(new ProblemError("invalid_request", "The body is an object with arguments and context"));
  }
  const faults: MemberFault[] = [];
  const context = readContext(new MemberReader(body, "", faults));
  if (context === undefined) return faulty(toRequestProblem(faults));
  const args = readArguments(body, "arguments");
  if (!args.ok) return args;
  const contractVersion = headers["contract-version"] ?? null;
  const operation = readOperation(headers);
  const call = { toolName, arguments: args.value, context, contractVersion, operation };
  return ok({ ...call, computedFingerprint: operation === null ? null : computeFingerprint(call, operation) });
}

/** The operation that a request names, also where its fingerprint is missing or malformed: that one fits nothing recorded. */
function readOperation(headers: WireHeaders): OperationIdentity | null {
  const { "operation-id": id = "", "request-fingerprint": fingerprint = "" } = headers;
  return isOperationId(id) ? { id, fingerprint: FINGERPRINT.test(fingerprint) ? fingerprint : "" } : null;
}

function computeFingerprint(call: Omit<IncomingCall, "computedFingerprint">, operation: OperationIdentity): string {
  return toProviderFingerprint({
    workspace: call.context.workspace ?? "",
    subject: call.context.subject,
    tool: call.toolName,
    contractVersion: call.contractVersion ?? "",
    operationId: operation.id,
    arguments: call.arguments,
  });
}

function readContext(body: MemberReader): HandlerContext | undefined {
  const reader = body.members("context", "context");
  const subject = reader?.members("subject", "context");
  if (reader === undefined || subject === undefined) return undefined;
  const fields = {
    workspace: reader.string("workspace", "context"),
    conversation: reader.string("conversation", "context"),
    turn: reader.string("turn", "context"),
    locale: reader.string("locale", "context"),
    timezone: reader.string("timezone", "context"),
    currentTime: reader.string("current_time", "context"),
  };
  const who = { channel: subject.string("channel", "context"), id: subject.string("id", "context") };
  if (!isComplete(fields) || !isComplete(who)) return undefined;
  return { contract: "provider", ...fields, subject: who, ...NO_CONTACT, raw: reader.object };
}

/** What the provider contract does not carry. */
const NO_CONTACT = {
  domainId: null,
  partnerId: null,
  phone: null,
  contactId: null,
  countryCode: null,
  language: null,
} as const;

function isComplete<Fields extends Readonly<Record<string, string | undefined>>>(
  fields: Fields,
): fields is Fields & Readonly<Record<keyof Fields, string>> {
  return Object.values(fields).every((value) => value !== undefined);
}
