import type { ReceiptRecord, WireReply } from "../contracts/contract.ts";
import { ProblemError } from "../core/error.ts";
import { isSameText } from "../core/fingerprint.ts";
import { readUlidTime } from "../core/identifier.ts";
import type { Receipt } from "../core/outcome.ts";
import { toForgottenAt } from "../receipts/receipts.ts";
import type { OperationRecord } from "../receipts/receipts.ts";

/** Refuses to show a record to a request that is not the one it was made for, or past its retention. */
export function requireSameRequest(record: OperationRecord, fingerprint: string, now: Date): void {
  if (!isSameText(record.fingerprint, fingerprint)) throw conflict();
  // A reply that is pruned stays gone, also when the clock is set back.
  const isPruned = record.state !== "voided" && record.reply.length === 0;
  if (isPruned || record.expiresAt <= now) throw expired();
}

export function conflict(): ProblemError {
  return new ProblemError(
    "operation_conflict",
    "This operation id belongs to another request: use a new id for a new request",
  );
}

/** Refuses an operation id that says by itself that its receipt may already be forgotten. */
export function requireYoung(operationId: string, retentionSeconds: number, now: Date): void {
  const madeAt = readUlidTime(operationId);
  if (madeAt === null) return;
  const expiresAt = new Date(madeAt + retentionSeconds * 1000);
  if (toForgottenAt({ expiresAt }, retentionSeconds) <= now) throw expired();
}

function expired(): ProblemError {
  return new ProblemError(
    "operation_expired",
    "The receipt of this operation is past its retention, and it never runs again: read the current state, then use a new id",
  );
}

/** The recorded answer, byte for byte. */
export function toRecordedReply(record: OperationRecord, replayed: boolean): WireReply {
  if (record.state === "voided") {
    throw new ProblemError(
      "operation_voided",
      "This operation was voided and never happens: use a new id to ask again",
    );
  }
  const headers = { "content-type": "application/json", ...(replayed ? { "operation-replayed": "true" } : {}) };
  return { status: 200, headers, body: record.reply };
}

export function toReceipt(record: Omit<OperationRecord, "reply" | "state" | "scope">): Receipt {
  return {
    operation_id: record.operationId,
    request_fingerprint: record.fingerprint,
    action: record.action ?? "",
    recorded_at: record.recordedAt.toISOString(),
    expires_at: record.expiresAt.toISOString(),
  };
}

export function toReceiptRecord(record: OperationRecord): ReceiptRecord {
  const receipt = toReceipt(record);
  if (record.state !== "voided") return { state: record.state, receipt, reply: record.reply };
  const { action: _unknown, ...voidReceipt } = receipt;
  return { state: "voided", receipt: voidReceipt };
}
