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
  /** `ev_` and 16 digits that count up in the workspace; read on from the last one seen. */
  readonly id: string;
  readonly type: EventType;
  readonly conversationId: string;
  readonly callId: string | null;
  readonly operationId: string | null;
  /** The outcome of the call (`started` before it has one), or the state of the operation, after the change. */
  readonly status: string;
  readonly at: Date;
}

export interface EventStore {
  /**
   * Oldest first, after the given id; `bad_cursor` for an id that no event has the form of.
   *
   * Nothing is ever added before an event that was read: ids are given at the first reading, in one short unit per workspace, so that
   * writers of one workspace need not wait for each other to commit in the order of their ids.
   */
  listAfter(workspaceId: string, afterId: string | null, limit: number): Promise<readonly EventRecord[]>;
}
