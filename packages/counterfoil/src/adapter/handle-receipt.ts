import type { AdapterRoute, Contract, WireReply } from "../contracts/contract.ts";
import { ProblemError } from "../core/error.ts";
import { isOperationId } from "../core/identifier.ts";
import type { OperationRecord, Receipts, RecordOutcome, Settlement } from "../receipts/receipts.ts";
import { requireScope } from "./adapter-request.ts";
import type { AdapterRequest } from "./adapter-request.ts";
import { requireSameRequest, requireYoung, toReceiptRecord } from "./recorded-operation.ts";
import { inProgress, uncertain } from "./run-action.ts";
import type { ServedAdapter } from "./served-adapter.ts";

const VOID_WITHIN_MS = 5000;

type ReceiptRoute = AdapterRoute & { readonly kind: "receipt" | "void" };

/** Says what is recorded of an operation, or records that it never happens (contract §2.4). */
export async function handleReceipt<Tx>(
  adapter: ServedAdapter<Tx>,
  contract: Contract,
  { kind, operationId }: ReceiptRoute,
  { headers }: AdapterRequest,
): Promise<WireReply> {
  const scope = requireScope(adapter, contract, headers);
  const fingerprint = headers["request-fingerprint"];
  if (fingerprint === undefined || fingerprint === "") {
    throw new ProblemError("operation_required", "Send the Request-Fingerprint of the operation");
  }
  const { receipts, clock } = adapter;
  const key = { scope, operationId, fingerprint };
  const known = (await receipts?.find(key)) ?? null;
  if (known === null && receipts !== null) requireYoung(operationId, receipts.retentionSeconds, clock());
  const record = known ?? (kind === "void" && receipts !== null ? await recordVoid(receipts, key, clock) : null);
  if (record === null) throw new ProblemError("receipt_not_found", "There is no receipt at this moment");
  requireSameRequest(record, fingerprint, clock());
  return contract.encodeReceipt(toReceiptRecord(record));
}

interface VoidKey {
  readonly scope: string;
  readonly operationId: string;
  readonly fingerprint: string;
}

async function recordVoid<Tx>(receipts: Receipts<Tx>, key: VoidKey, clock: () => Date): Promise<OperationRecord> {
  if (!isOperationId(key.operationId)) {
    throw new ProblemError("operation_required", "An operation id is 16 to 64 of A-Z a-z 0-9 _ -");
  }
  const work = async (): Promise<Settlement> => toVoided(clock(), receipts.retentionSeconds);
  return toVoidedRecord(await receipts.record({ ...key, startWithinMs: VOID_WITHIN_MS, work }));
}

function toVoidedRecord(outcome: RecordOutcome): OperationRecord {
  if (outcome.kind === "recorded" || outcome.kind === "known") return outcome.record;
  if (outcome.kind === "running") throw inProgress();
  if (outcome.kind === "busy") {
    throw new ProblemError("unavailable", "Other actions are at work: ask again", { retryAfterSeconds: 1 });
  }
  throw outcome.kind === "rolled-back" ? outcome.cause : uncertain(outcome.cause);
}

function toVoided(recordedAt: Date, retentionSeconds: number): Settlement {
  const expiresAt = new Date(recordedAt.getTime() + retentionSeconds * 1000);
  return { state: "voided", action: null, reply: new Uint8Array(), recordedAt, expiresAt };
}
