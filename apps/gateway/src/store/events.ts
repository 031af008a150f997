/** What changed; written by the store in the same unit as the change itself. */
export const EVENT_TYPES = [
  "call.started",
  "call.ended",
  "operation.recorded",
  "operation.settled",
  "operation.changed",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EventRecord {
  readonly workspaceId: string;
  /** Time-ordered; read on from the last one seen. */
  readonly id: string;
  readonly type: EventType;
  readonly conversationId: string;
  readonly callId: string | null;
  readonly operationId: string | null;
  /** The outcome of the call, or the state of the operation, after the change. */
  readonly status: string;
  readonly at: Date;
}

export interface EventStore {
  /** Oldest first, after the given id. */
  listAfter(workspaceId: string, afterId: string | null, limit: number): Promise<readonly EventRecord[]>;
}
