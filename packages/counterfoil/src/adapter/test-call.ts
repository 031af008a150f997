import { randomBytes } from "node:crypto";
import type { Contract, ToolCall, WireHeaders } from "../contracts/contract.ts";
import type { CallContext, OperationIdentity } from "../core/context.ts";
import { SetupError } from "../core/error.ts";
import { toDomainPackFingerprint, toProviderFingerprint } from "../core/fingerprint.ts";
import { createId } from "../core/identifier.ts";
import type { JsonObject } from "../core/json.ts";
import type { Answer } from "../core/outcome.ts";
import { toOffsetDateTime } from "../core/time.ts";
import type { Tool } from "../core/tool.ts";
import { createTraceId } from "../core/trace.ts";
import type { ServedAdapter } from "./served-adapter.ts";

export interface TestCallOptions {
  /** None unless said. */
  readonly arguments?: JsonObject;
  /** Whose conversation it is, where the test cares. */
  readonly context?: Partial<CallContext>;
  /** A new operation unless said; say it to repeat one. */
  readonly operationId?: string;
}

type Fetch = (request: Request) => Promise<Response>;

/**
 * Calls a tool as a platform would: over the first credential, with fingerprint and trace, and judges the answer by
 * the contract. Throws a SetupError for a tool that is not there.
 */
export async function testCall<Tx>(
  adapter: ServedAdapter<Tx>,
  fetch: Fetch,
  toolName: string,
  options: TestCallOptions = {},
): Promise<Answer> {
  const [credential] = adapter.credentials;
  const contract = adapter.contracts.find(({ name }) => name === credential?.contract);
  const tool = adapter.tools.get(toolName)?.tool;
  if (credential === undefined || contract === undefined || tool === undefined) {
    throw new SetupError(`There is no tool ${toolName}: the adapter has ${[...adapter.tools.keys()].join(", ")}`);
  }
  const call = toToolCall(adapter, contract, tool, options);
  const { method, path, headers, body } = contract.encodeCall(call);
  const attempt = contract.encodeAttempt(credential.secret, createTraceId(randomBytes));
  const url = new URL(path, "http://adapter.test");
  const request = new Request(url, { method, headers: { ...headers, ...attempt }, body: body.slice() });
  return contract.decodeReply(call, await toWireReply(await fetch(request)), adapter.clock());
}

async function toWireReply(response: Response) {
  const headers: WireHeaders = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

function toToolCall<Tx>(
  { contractVersion, languages, clock }: ServedAdapter<Tx>,
  contract: Contract,
  tool: Tool,
  { arguments: args = {}, context: known, operationId = createId("op", clock(), randomBytes) }: TestCallOptions,
): ToolCall {
  const timezone = known?.timezone ?? "UTC";
  const context: CallContext = {
    ...TEST_CONTEXT,
    locale: languages[0] ?? "en",
    timezone,
    currentTime: toOffsetDateTime(clock(), timezone),
    ...known,
  };
  const call = {
    tool,
    arguments: args,
    context,
    contractVersion: contract.name === "provider" ? contractVersion : null,
  };
  return { ...call, operation: tool.mutating ? toOperation(contract, call, operationId) : null };
}

const TEST_CONTEXT = {
  workspace: "ws_test",
  conversation: "cv_test",
  turn: "1",
  subject: { channel: "test", id: "12025550142" },
  domainId: "test",
  partnerId: "test",
  phone: "12025550142",
  contactId: null,
  countryCode: null,
  language: null,
} as const;

function toOperation(contract: Contract, call: Omit<ToolCall, "operation">, id: string): OperationIdentity {
  const { tool, context, contractVersion, arguments: args } = call;
  const fingerprint =
    contract.name === "provider"
      ? toProviderFingerprint({
          workspace: context.workspace,
          subject: context.subject,
          tool: tool.name,
          contractVersion: contractVersion ?? "",
          operationId: id,
          arguments: args,
        })
      : toDomainPackFingerprint({
          partnerId: context.partnerId ?? "",
          phone: context.phone ?? "",
          toolName: tool.name,
          operationKey: id,
          parameters: args,
        });
  return { id, fingerprint };
}
