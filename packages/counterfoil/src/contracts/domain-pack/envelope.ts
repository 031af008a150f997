import { isJsonObject } from "../../core/json.ts";
import type { JsonValue } from "../../core/json.ts";
import { ERROR_CATEGORIES } from "../../core/outcome.ts";
import type { AgentError, Answer, ReplyFault, SettledAnswer } from "../../core/outcome.ts";
import { faulty, ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import type { HandlerContext, ToolReply, WireReply } from "../contract.ts";
import { MemberReader } from "../member-reader.ts";
import { toJsonReply } from "../reply-body.ts";
import { readStore, toWireStore } from "./store.ts";
import type { StoreOwner } from "./store.ts";

/** What an envelope holds: a settled answer, or the words of a transient error. */
export type Envelope = SettledAnswer | { readonly kind: "transient"; readonly error: AgentError };

/** Gives a tool's answer its bytes ("Answer with a success envelope", "Answer with an error envelope"). */
export function encodeEnvelope({ text, data, store, error }: ToolReply, context: HandlerContext): WireReply {
  if (error !== null) return encodeErrorEnvelope(error);
  return toJsonReply(200, {
    data: {
      isError: false,
      content: text ?? "",
      ...(store === null ? {} : { store: toWireStore(store, context) }),
      ...(data === undefined ? {} : { data }),
    },
  });
}

export function encodeErrorEnvelope(error: AgentError): WireReply {
  const { category, retryable, message, attemptedQuery = null, partialResults } = error;
  return toJsonReply(200, {
    data: {
      isError: true,
      content: {
        errorCategory: category,
        isRetryable: retryable,
        message,
        attempted_query: attemptedQuery,
        ...(partialResults === undefined ? {} : { partial_results: partialResults }),
      },
    },
  });
}

/** Reads an envelope with every fault; members that are not known are passed over. */
export function readEnvelope(body: JsonValue, owner: StoreOwner): Result<Envelope, ReplyFault> {
  const faults: ReplyFault[] = [];
  const envelope = isJsonObject(body) ? new MemberReader(body, "", faults).members("data", "envelope") : undefined;
  if (envelope === undefined) {
    return faulty({
      code: "envelope",
      pointer: "",
      message: "A reply is an object whose data holds isError and content",
    });
  }
  const isError = envelope.boolean("isError", "envelope");
  const read = isError === true ? readError(envelope) : isError === false ? readSuccess(envelope, owner) : undefined;
  return read === undefined || faults.length > 0 ? { ok: false, faults } : ok(read);
}

function readSuccess(envelope: MemberReader, owner: StoreOwner): Envelope | undefined {
  const text = envelope.string("content", "envelope");
  const store = readStore(envelope, owner);
  if (text === undefined || store === undefined) return undefined;
  return { ...SETTLED, status: "succeeded", text, data: envelope.at("data"), store, error: null };
}

function readError(envelope: MemberReader): Envelope | undefined {
  const content = envelope.members("content", "envelope");
  if (content === undefined) return undefined;
  const category = readCategory(content);
  const retryable = content.boolean("isRetryable", "envelope");
  const message = content.text("message", "envelope");
  const attemptedQuery = readAttemptedQuery(content);
  if (category === undefined || retryable === undefined || message === undefined) return undefined;
  if (attemptedQuery === undefined) return undefined;
  const partialResults = content.at("partial_results");
  const error: AgentError = {
    category,
    code: category,
    message,
    retryable,
    attemptedQuery,
    ...(partialResults === undefined ? {} : { partialResults }),
  };
  if (category === "transient") return { kind: "transient", error };
  return { ...SETTLED, status: "refused", text: null, data: undefined, store: null, error };
}

/** Every category but `internal`, which is the platform's own word. */
function readCategory(content: MemberReader): AgentError["category"] | undefined {
  const category = ERROR_CATEGORIES.find((known) => known === content.at("errorCategory"));
  return category === undefined || category === "internal"
    ? content.expected("envelope", "errorCategory", "business, validation, permission or transient")
    : category;
}

/** An absent one says what null says, and never costs the agent the message beside it. */
function readAttemptedQuery(content: MemberReader): string | null | undefined {
  const value = content.at("attempted_query") ?? null;
  return value === null || typeof value === "string"
    ? value
    : content.expected("envelope", "attempted_query", "a string or null");
}

const SETTLED = { kind: "settled", evidence: [], receipt: null, replayed: false } as const satisfies Partial<
  Answer & { kind: "settled" }
>;
