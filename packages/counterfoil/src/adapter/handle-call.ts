import { randomUUID } from "node:crypto";
import type { AdapterRoute, Contract, IncomingCall, WireHeaders, WireReply } from "../contracts/contract.ts";
import type { OperationIdentity } from "../core/context.ts";
import { ProblemError } from "../core/error.ts";
import { isSameText } from "../core/fingerprint.ts";
import { isJsonObject, member } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import type { ArgumentFault } from "../core/schema.ts";
import { requireScope } from "./adapter-request.ts";
import type { AdapterRequest } from "./adapter-request.ts";
import { readJson, requireJson } from "./read-body.ts";
import { conflict, requireSameRequest, requireYoung, toRecordedReply } from "./recorded-operation.ts";
import { runAction } from "./run-action.ts";
import { runRead } from "./run-read.ts";
import type { ServedAdapter, ServedTool } from "./served-adapter.ts";
import type { PreparedRun } from "./tool-definition.ts";

type CallRoute = AdapterRoute & { readonly kind: "call" };

/**
 * Answers a tool call. The checks stand in the order of the contract (§2.2), and all before the last step leaves no
 * trace. `onCall` is told the call as soon as it is read, so that a fault found later can be answered in its terms.
 */
export async function handleCall<Tx>(
  adapter: ServedAdapter<Tx>,
  contract: Contract,
  route: CallRoute,
  request: AdapterRequest,
  onCall: (call: IncomingCall) => void,
): Promise<WireReply> {
  const { headers, traceId } = request;
  const scope = requireScope(adapter, contract, headers);
  requireJson(headers);
  const body = await readJson(request.body);
  const decoded = contract.decodeCall(route, headers, body);
  const isUnprinted = !decoded.ok || decoded.value.operation === null;
  if (isUnprinted && contract.name === "provider") await requireUnrecorded(adapter, scope, headers);
  if (!decoded.ok) return refuseUnread(adapter, route, headers, decoded.faults);
  const call = decoded.value;
  onCall(call);
  const recorded = await findRecorded(adapter, scope, call);
  if (recorded !== null) return recorded;
  const { tool, definition } = requireTool(adapter, call.toolName);
  if (contract.name === "provider") requireContractVersion(adapter, call.contractVersion);
  const run = await requireArguments({ tool, definition }, call, onCall);
  const ready = { contract, call, tool, run, traceId, clock: adapter.clock };
  const { receipts, reportFault } = adapter;
  if (!tool.mutating || receipts === null) return runRead(ready, reportFault);
  const operation = requireOperation(call);
  requireYoung(operation.id, receipts.retentionSeconds, adapter.clock());
  return runAction({ ready, receipts, scope, operation, reportFault });
}

/** An operation that is recorded is no operation without effect, whatever is wrong with the request that names it. */
async function requireUnrecorded<Tx>(
  { receipts }: ServedAdapter<Tx>,
  scope: string,
  { "operation-id": operationId }: WireHeaders,
): Promise<void> {
  if (operationId === undefined || receipts === null) return;
  if ((await receipts.find({ scope, operationId })) !== null) throw conflict();
}

/** Refuses a call that could not be read; a path may name a tool that is not there, which comes first. */
function refuseUnread<Tx>(
  adapter: ServedAdapter<Tx>,
  { toolName }: CallRoute,
  { "contract-version": version }: WireHeaders,
  [problem = new ProblemError("invalid_request", "The request does not fit the contract")]: readonly ProblemError[],
): never {
  if (toolName !== null && problem.code === "invalid_arguments") {
    requireTool(adapter, toolName);
    requireContractVersion(adapter, version ?? null);
  }
  throw problem;
}

/** A recorded operation answers at once, also when its tool, its schema or the contract version has changed since. */
async function findRecorded<Tx>(
  { receipts, clock }: ServedAdapter<Tx>,
  scope: string,
  { operation, computedFingerprint }: IncomingCall,
): Promise<WireReply | null> {
  if (operation === null || receipts === null) return null;
  const record = await receipts.find({ scope, operationId: operation.id });
  if (record === null) return null;
  requireSameRequest(record, operation.fingerprint, clock());
  requireSameRequest(record, computedFingerprint ?? "", clock());
  return toRecordedReply(record, true);
}

function requireTool<Tx>({ tools }: ServedAdapter<Tx>, name: string): ServedTool<Tx> {
  const served = tools.get(name);
  if (served !== undefined) return served;
  throw new ProblemError("unknown_tool", "There is no tool of this name: read the manifest for those there are");
}

function requireContractVersion<Tx>({ contractVersion }: ServedAdapter<Tx>, sent: string | null): void {
  if (sent === contractVersion) return;
  const message = `Send Contract-Version: ${contractVersion}, and read the manifest for what it holds`;
  throw new ProblemError("contract_version_mismatch", message, { extras: { supported: [contractVersion] } });
}

/** Judges the arguments as they were sent: first by the declared schema, then by the library's own refinements. */
async function requireArguments<Tx>(
  { tool, definition }: ServedTool<Tx>,
  call: IncomingCall,
  onCall: (call: IncomingCall) => void,
): Promise<PreparedRun<Tx>> {
  const { document } = tool.parameters;
  onCall({ ...call, arguments: toDeclaredOrder(call.arguments, document) });
  const faults = tool.parameters.check(call.arguments);
  if (faults.length > 0) throw invalidArguments(faults);
  const prepared = await definition.prepare(call.arguments);
  if (!prepared.ok) throw invalidArguments(prepared.faults);
  return prepared.value;
}

function invalidArguments(errors: readonly ArgumentFault[]): ProblemError {
  return new ProblemError("invalid_arguments", "The arguments do not fit the tool's schema.", { extras: { errors } });
}

function toDeclaredOrder(args: JsonObject, { properties }: JsonObject): JsonObject {
  const declared = isJsonObject(properties) ? Object.keys(properties) : [];
  const known = declared.flatMap((key) => {
    const value = member(args, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(known), ...args };
}

/** The operation of an action. Where a domain-pack platform sends no key, each call is an operation of its own. */
function requireOperation({ operation, computedFingerprint, context }: IncomingCall): OperationIdentity {
  if (operation === null || operation.fingerprint === "") {
    if (context.contract === "domain-pack") return { id: `unkeyed_${randomUUID()}`, fingerprint: "unkeyed" };
    throw new ProblemError(
      "operation_required",
      "A mutating call needs Operation-Id (16 to 64 of A-Z a-z 0-9 _ -) and Request-Fingerprint",
    );
  }
  if (isSameText(operation.fingerprint, computedFingerprint ?? "")) return operation;
  throw new ProblemError(
    "fingerprint_mismatch",
    "The Request-Fingerprint is not the one of this request: compute it over the arguments and context as they are sent",
  );
}
