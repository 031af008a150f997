import type { ActionEvidence, Evidence } from "../core/evidence.ts";
import type { StoreUpdate } from "../core/facts.ts";
import type { JsonValue } from "../core/json.ts";
import type { ErrorCategory } from "../core/outcome.ts";

/** An action item whose identity the SDK fills in: an action can only prove the operation it runs for. */
export type ActionDraft = Omit<ActionEvidence, FilledIn> & Partial<Pick<ActionEvidence, FilledIn>>;
type FilledIn = "action" | "operation_id" | "request_fingerprint";

/** One fact of a reply. An action that brings no action item of its own gets one that says `done` or `refused`. */
export type EvidenceDraft = Exclude<Evidence, ActionEvidence> | ActionDraft;

/** The business did it. */
export interface Success {
  readonly kind?: never;
  /** What the agent reads. */
  readonly text: string;
  readonly evidence?: readonly EvidenceDraft[];
  /** A structured result beside the text (domain-pack contract). */
  readonly data?: JsonValue;
  /** What the platform shall remember of the contact (domain-pack contract). */
  readonly store?: StoreUpdate;
}

/** The business said no. Made by `refused`. */
export interface Refusal {
  readonly kind: "refused";
  readonly category: RefusalCategory;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly partialResults?: JsonValue;
  readonly evidence?: readonly EvidenceDraft[];
}

/** Nothing was done, and a later call may work. Made by `transient`. */
export interface Transient {
  readonly kind: "transient";
  readonly message: string;
  readonly retryAfterSeconds: number;
}

export type RefusalCategory = Exclude<ErrorCategory, "transient" | "internal">;
export type HandlerReply = Success | Refusal | Transient;

export interface RefusalOptions extends Omit<Refusal, "kind" | "retryable"> {
  /** Whether the same call may succeed later; false unless said. */
  readonly retryable?: boolean;
}

/**
 * Says no, for the agent to act on: the message reaches it as it is, so tell it what to do instead.
 *
 * A refused action changes nothing, and is recorded like a success: a repeat is refused in the same words.
 */
export function refused(options: RefusalOptions): Refusal {
  return { ...options, kind: "refused", retryable: options.retryable ?? false };
}

export interface TransientOptions {
  readonly message: string;
  /** Whole seconds after which a repeat makes sense; 1 unless said, or where it is no such number. */
  readonly retryAfterSeconds?: number;
}

/** Says that the business system failed before any effect. The action is rolled back and not recorded. */
export function transient({ message, retryAfterSeconds = 1 }: TransientOptions): Transient {
  const isUsable = Number.isSafeInteger(retryAfterSeconds) && retryAfterSeconds >= 0;
  return { kind: "transient", message, retryAfterSeconds: isUsable ? retryAfterSeconds : 1 };
}
