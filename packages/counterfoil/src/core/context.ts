/** Who asked, as the channel asserts it: never chosen by a model. */
export interface Subject {
  readonly channel: string;
  readonly id: string;
}

/** Whose conversation a call belongs to; frozen when the call's intent is recorded. */
export interface CallContext {
  readonly workspace: string;
  readonly conversation: string;
  readonly turn: string;
  readonly subject: Subject;
  readonly locale: string;
  readonly timezone: string;
  /** RFC 3339 with the offset of `timezone`. */
  readonly currentTime: string;
  /** What the domain-pack contract knows; null where the conversation has none. */
  readonly domainId: string | null;
  readonly partnerId: string | null;
  /** Byte for byte as the platform holds it; always a string. */
  readonly phone: string | null;
  readonly contactId: string | null;
  readonly countryCode: string | null;
  readonly language: string | null;
}

/** The identity of one intended business change, and the print of the request that asked for it. */
export interface OperationIdentity {
  readonly id: string;
  readonly fingerprint: string;
}
