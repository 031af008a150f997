import type { OperationIdentity } from "../core/context.ts";
import type { Receipt } from "../core/outcome.ts";
import { isDateTime } from "../core/time.ts";
import type { ToolCall, VoidReceipt } from "./contract.ts";
import type { MemberReader } from "./member-reader.ts";

/** The member `receipt` of a reply, held against what was sent (contract §2.3); null for a reading tool, which has none. */
export function readMatchingReceipt(reply: MemberReader, { tool, operation }: ToolCall): Receipt | null | undefined {
  if (operation === null) {
    return reply.has("receipt")
      ? reply.fault("receipt", ["receipt"], "A reading tool has no receipt: leave it out")
      : null;
  }
  const reader = reply.members("receipt", "receipt");
  if (reader === undefined) return undefined;
  const action = readEqual(reader, "action", tool.action ?? "");
  const record = readRecord(reader, operation);
  return action === undefined || record === undefined ? undefined : { ...record, action };
}

/** The member `receipt` of a voided operation, held against what was sent. */
export function readMatchingVoidReceipt(reply: MemberReader, { operation }: ToolCall): VoidReceipt | undefined {
  const reader = reply.members("receipt", "receipt");
  return reader === undefined || operation === null ? undefined : readRecord(reader, operation);
}

function readRecord(reader: MemberReader, operation: OperationIdentity): VoidReceipt | undefined {
  const operation_id = readEqual(reader, "operation_id", operation.id);
  const request_fingerprint = readEqual(reader, "request_fingerprint", operation.fingerprint);
  const recorded_at = readInstant(reader, "recorded_at");
  const expires_at = readInstant(reader, "expires_at");
  if (operation_id === undefined || request_fingerprint === undefined) return undefined;
  if (recorded_at === undefined || expires_at === undefined) return undefined;
  return { operation_id, request_fingerprint, recorded_at, expires_at };
}

function readEqual(reader: MemberReader, key: string, sent: string): string | undefined {
  const value = reader.string(key, "receipt");
  return value === undefined || value === sent
    ? value
    : reader.fault("receipt", [key], `${key} is not the one of this call: send back what was sent and declared`);
}

function readInstant(reader: MemberReader, key: string): string | undefined {
  const value = reader.string(key, "receipt");
  return value === undefined || isDateTime(value)
    ? value
    : reader.fault("receipt", [key], `${key} is no RFC 3339 time: write it as 2026-11-09T06:00:00Z`);
}
