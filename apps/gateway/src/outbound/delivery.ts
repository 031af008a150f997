import type { WireReply } from "counterfoil/contracts";

/**
 * How far a request got: `before_send` is said only where it is proven that no byte of it was written to a socket; `after_headers`
 * means that the head of a final reply had come.
 */
export type DeliveryPhase = "before_send" | "after_send" | "after_headers";

export const LOST_REASONS = [
  /** The request itself cannot be sent: a header value, the path or the origin is malformed. */
  "bad_headers",
  /** More calls wait for this adapter than may wait. */
  "busy",
  /** The gateway is shutting down. */
  "closed",
  "dns",
  "refused_address",
  "connect",
  "tls",
  "timeout",
  /** The connection ended before the reply was complete. */
  "reset",
  /** What came back is not HTTP/1.1, or an answer to something that was not asked. */
  "bad_reply",
  "bad_encoding",
  "too_large",
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

/** A complete reply came, whatever it says. */
export interface Replied {
  readonly kind: "replied";
  readonly reply: WireReply;
}

/** No complete reply came. */
export interface Lost {
  readonly kind: "lost";
  readonly phase: DeliveryPhase;
  readonly reason: LostReason;
  /** For the operator alone: it may name addresses and system codes, never what was sent or received. */
  readonly detail: string;
}

export type Delivery = Replied | Lost;

/** Carries the reason from wherever a delivery broke to the one place that turns it into data. */
export class DeliveryFault extends Error {
  override readonly name = "DeliveryFault";
  readonly reason: LostReason;

  constructor(reason: LostReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The system's or a library's word for an error, such as `ECONNREFUSED`; their texts may quote what they choked on. */
export function toErrorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return toErrorCode(error.errors[0]);
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : typeof error;
}
