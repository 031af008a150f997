import type { CallContext } from "../../core/context.ts";
import { ProblemError } from "../../core/error.ts";
import { toDomainPackFingerprint } from "../../core/fingerprint.ts";
import { isJsonObject } from "../../core/json.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { faulty, ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import type { HandlerContext, IncomingCall, ToolCall, WireRequest } from "../contract.ts";
import { readArguments, toRequestProblem } from "../incoming-call.ts";
import { MemberReader } from "../member-reader.ts";
import type { MemberFault } from "../member-reader.ts";
import { toJsonBody } from "../reply-body.ts";

export const EXECUTE_PATH = "/v1/tools/execute";

/** Context members that are sent when they are known, by the name they have on the wire. */
const KNOWN_LATER = ["contactId", "sessionId", "language", "countryCode", "timezone", "domainId"] as const;

/** The print of a write (contract §3.2). */
export function fingerprintCall({ tool, context, arguments: parameters }: ToolCall, operationKey: string): string {
  const { partnerId, phone } = requireContact(context);
  return toDomainPackFingerprint({ partnerId, phone, toolName: tool.name, operationKey, parameters });
}

/** Gives a call its bytes ("The request"); `phone` and `partnerId` stay as the platform holds them. */
export function encodeCall({ tool, arguments: parameters, context, operation }: ToolCall): WireRequest {
  const { domainId, conversation, contactId, countryCode, language, timezone } = context;
  const { partnerId, phone } = requireContact(context);
  return {
    method: "POST",
    path: EXECUTE_PATH,
    headers: { "content-type": "application/json" },
    body: toJsonBody({
      toolName: tool.name,
      parameters,
      context: {
        ...(domainId === null ? {} : { domainId }),
        partnerId,
        sessionId: conversation,
        phone,
        ...(contactId === null ? {} : { contactId }),
        ...(countryCode === null ? {} : { countryCode }),
        ...(language === null ? {} : { language }),
        timezone,
        ...(operation === null ? {} : { operationKey: operation.id }),
      },
    }),
  };
}

/** Whom a call is for; the contract has no call without. */
function requireContact({ partnerId, phone }: CallContext): { readonly partnerId: string; readonly phone: string } {
  if (partnerId !== null && phone !== null) return { partnerId, phone };
  throw new ProblemError(
    "invalid_request",
    "The conversation has no partnerId or no phone: set both on it before calling tools of a Domain Pack",
  );
}

/** Reads a call ("The request"); context members that are not known here are kept as they came. */
export function decodeCall(body: JsonValue): Result<IncomingCall, ProblemError> {
  if (!isJsonObject(body)) {
    return faulty(new ProblemError("invalid_request", "The body is an object with toolName, parameters and context"));
  }
  const faults: MemberFault[] = [];
  const reader = new MemberReader(body, "", faults);
  const toolName = reader.text("toolName", "toolName");
  const context = reader.members("context", "context");
  const incoming = context === undefined ? undefined : readContext(context);
  const operationKey = context?.has("operationKey") === true ? context.text("operationKey", "context") : null;
  if (toolName === undefined || incoming === undefined || operationKey === undefined || faults.length > 0) {
    return faulty(toRequestProblem(faults));
  }
  const parameters = readArguments(body, "parameters");
  if (!parameters.ok) return parameters;
  return ok(toIncomingCall(toolName, parameters.value, incoming, operationKey));
}

interface CallerContext extends HandlerContext {
  readonly partnerId: string;
  readonly phone: string;
}

function toIncomingCall(
  toolName: string,
  parameters: JsonObject,
  context: CallerContext,
  operationKey: string | null,
): IncomingCall {
  const call = { toolName, arguments: parameters, context, contractVersion: null };
  if (operationKey === null) return { ...call, operation: null, computedFingerprint: null };
  const { partnerId, phone } = context;
  const fingerprint = toDomainPackFingerprint({ partnerId, phone, toolName, operationKey, parameters });
  return { ...call, operation: { id: operationKey, fingerprint }, computedFingerprint: fingerprint };
}

function readContext(reader: MemberReader): CallerContext | undefined {
  const partnerId = reader.string("partnerId", "context");
  const phone = reader.string("phone", "context");
  for (const key of KNOWN_LATER) if (reader.has(key)) reader.string(key, "context");
  if (partnerId === undefined || phone === undefined) return undefined;
  const known = (key: (typeof KNOWN_LATER)[number]): string | null => {
    const value = reader.at(key);
    return typeof value === "string" ? value : null;
  };
  return {
    contract: "domain-pack",
    workspace: null,
    conversation: known("sessionId"),
    turn: null,
    subject: { channel: "phone", id: phone },
    locale: null,
    timezone: known("timezone"),
    currentTime: null,
    domainId: known("domainId"),
    partnerId,
    phone,
    contactId: known("contactId"),
    countryCode: known("countryCode"),
    language: known("language"),
    raw: reader.object,
  };
}
