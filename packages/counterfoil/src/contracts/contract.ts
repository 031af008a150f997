import type { CallContext, OperationIdentity, Subject } from "../core/context.ts";
import type { ProblemError } from "../core/error.ts";
import type { FactDeclaration } from "../core/facts.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { AgentError, Answer, AnswerCause, Receipt, ReplyFault, SettledAnswer } from "../core/outcome.ts";
import type { DocumentFault, QuarantinedTool, Tool } from "../core/tool.ts";
import type { Result } from "../core/result.ts";

export type ContractName = "provider" | "domain-pack";

/** Lower-case names; one value each. */
export type WireHeaders = Readonly<Record<string, string>>;

/** A request as it goes over the wire, the credential left out. */
export interface WireRequest {
  readonly method: "GET" | "POST";
  /** Path on the adapter's origin, percent-encoded where needed. */
  readonly path: string;
  readonly headers: WireHeaders;
  readonly body: Uint8Array;
}

/** A complete answer as it came over the wire. */
export interface WireReply {
  readonly status: number;
  readonly headers: WireHeaders;
  readonly body: Uint8Array;
}

/** One call of one tool, ready to be encoded by either contract. */
export interface ToolCall {
  readonly tool: Tool;
  /** Exactly as the agent sent them. */
  readonly arguments: JsonObject;
  readonly context: CallContext;
  /** Set by the provider contract; null where the contract has none. */
  readonly contractVersion: string | null;
  /** Set exactly when the tool is mutating. */
  readonly operation: OperationIdentity | null;
}

/** What a connection offers, read from its manifest or pack. */
export interface Catalog {
  readonly contract: ContractName;
  readonly contractVersion: string | null;
  readonly languages: readonly string[];
  readonly tools: readonly Tool[];
  readonly quarantined: readonly QuarantinedTool[];
  /** Worth an operator's eye, without refusing anything. */
  readonly warnings: readonly DocumentFault[];
  readonly receipts: ReceiptSupport;
  readonly domain: DomainDescription | null;
}

export interface ReceiptSupport {
  readonly lookup: boolean;
  readonly void: boolean;
  /** Null where nothing is declared. */
  readonly retentionSeconds: number | null;
}

/** What a Domain Pack says beyond its tools. */
export interface DomainDescription {
  readonly domainId: string;
  readonly name: string;
  readonly origin: string;
  /** The name of the environment variable that holds the adapter secret. */
  readonly secretVariable: string;
  readonly partners: readonly Partner[];
  readonly facts: Readonly<Record<string, FactDeclaration>>;
}

export interface Partner {
  readonly partnerId: string;
  readonly name: string;
  readonly timezone: string;
}

/** A call as an adapter receives it, over whichever contract. */
export interface IncomingCall {
  readonly toolName: string;
  readonly arguments: JsonObject;
  readonly context: HandlerContext;
  readonly contractVersion: string | null;
  /** The operation id sent along, if any, with the fingerprint sent (provider; empty where none or a malformed one was) or computed (domain-pack). */
  readonly operation: OperationIdentity | null;
  /** The fingerprint recomputed from this request; null without an operation id. */
  readonly computedFingerprint: string | null;
}

/** Who a call is for, as a handler sees it; members a contract does not carry are null. */
export interface HandlerContext {
  readonly contract: ContractName;
  readonly workspace: string | null;
  readonly conversation: string | null;
  readonly turn: string | null;
  /** Over the domain-pack contract: channel `phone`, id the phone as sent. */
  readonly subject: Subject;
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly currentTime: string | null;
  readonly domainId: string | null;
  readonly partnerId: string | null;
  readonly phone: string | null;
  readonly contactId: string | null;
  readonly countryCode: string | null;
  readonly language: string | null;
  /** The context object exactly as it came, unknown members included. */
  readonly raw: JsonObject;
}

/** What a tool answered, before a contract gives it its bytes. */
export type ToolReply = Omit<SettledAnswer, "kind" | "receipt" | "replayed">;

/** An adapter's record that an operation did not and will not happen; it may never have known the action. */
export type VoidReceipt = Omit<Receipt, "action">;

/** What an adapter holds about one operation when it is asked; `reply` is the recorded body, byte for byte. */
export type ReceiptRecord =
  | { readonly state: "pending" }
  | { readonly state: "succeeded" | "refused"; readonly receipt: Receipt; readonly reply: Uint8Array }
  | { readonly state: "voided"; readonly receipt: VoidReceipt };

/** What a look-up or a void tells the gateway of an operation. */
export type ReceiptAnswer =
  /** Final. `withheld` are the faults of a recorded reply whose evidence must not be rendered; empty when it is sound. */
  | { readonly kind: "settled"; readonly answer: SettledAnswer; readonly withheld: readonly ReplyFault[] }
  /** The change did not and will not happen. */
  | { readonly kind: "voided" }
  | { readonly kind: "pending"; readonly retryAfterSeconds: number | null }
  /** No receipt at this moment, and no more than that. */
  | { readonly kind: "absent" }
  | { readonly kind: "conflict" }
  | { readonly kind: "expired" }
  /** No usable answer: the state of the operation is as open as before. */
  | { readonly kind: "faulted"; readonly cause: AnswerCause };

/** Which of an adapter's doors a request knocks at. */
export type AdapterRoute =
  | { readonly kind: "manifest" }
  | { readonly kind: "call"; readonly toolName: string | null }
  | { readonly kind: "receipt"; readonly operationId: string }
  | { readonly kind: "void"; readonly operationId: string }
  /** A door of this contract, knocked at with another method than the one it answers. */
  | { readonly kind: "wrong-method"; readonly allow: "GET" | "POST" };

/** A contract's codec: the gateway encodes calls and decodes replies, an adapter the other way round. */
export interface Contract {
  readonly name: ContractName;

  /** Gateway: the print of a call under the operation id that it is going to have. */
  fingerprint(call: ToolCall, operationId: string): string;
  /** Gateway: the bytes of a call and its contract headers; stored and re-sent as they are. */
  encodeCall(call: ToolCall): WireRequest;
  /** Gateway: the headers of one attempt, which carry the credential and the trace. */
  encodeAttempt(credential: string, traceId: string): WireHeaders;
  /** Gateway: judges a complete answer; never throws. `now` bounds timestamps that lie in the future. */
  decodeReply(call: ToolCall, reply: WireReply, now: Date): Answer;
  /** Gateway: asks what became of an operation. */
  encodeLookup(operation: OperationIdentity): WireRequest;
  /** Gateway: asks that an operation never happens; null where the contract has no such request. */
  encodeVoid(operation: OperationIdentity): WireRequest | null;
  /** Gateway: judges the answer to a look-up or a void of the operation of `call`; never throws. */
  decodeReceipt(call: ToolCall, reply: WireReply, now: Date): ReceiptAnswer;

  /** Adapter: which door, or null when the path belongs to another contract. */
  route(method: string, path: string): AdapterRoute | null;
  /** Adapter: the credential as sent, or null. */
  readCredential(headers: WireHeaders): string | null;
  /** Adapter: the call in a request whose body has been parsed strictly. */
  decodeCall(
    route: AdapterRoute & { kind: "call" },
    headers: WireHeaders,
    body: JsonValue,
  ): Result<IncomingCall, ProblemError>;
  /** Adapter: a tool's answer; `receipt` is set exactly for mutations. */
  encodeReply(call: IncomingCall, reply: ToolReply, receipt: Receipt | null): WireReply;
  /** Adapter: the answer to a look-up or a void. */
  encodeReceipt(record: ReceiptRecord): WireReply;
  /** Adapter: a transient fault that left no trace; provider answers 503, domain-pack an error envelope. */
  encodeTransient(call: IncomingCall, error: AgentError, traceId: string): WireReply;
  /** Adapter: a fault of the request or of the adapter. `call` is null when the request could not be read that far. */
  encodeProblem(problem: ProblemError, call: IncomingCall | null, traceId: string): WireReply;
}
