/** Where an operation stands: on its way (`prepared`, `sent`), or with an outcome, of which only `unknown` may still change. */
export type OperationState = "prepared" | "sent" | "succeeded" | "refused" | "failed" | "unknown";

/** How far an attempt got before it ended. */
export type AttemptPhase = "before_send" | "after_send" | "after_headers";

/** What one attempt came to: nothing left, proven without effect, nothing known, or a valid reply. */
export type AttemptEnd = "no_byte_sent" | "no_effect" | "uncertain" | "answered";
