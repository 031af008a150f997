import type { Page, PageRequest } from "./page.ts";

/** One contact's thread; its members are set by the application, never by a model. */
export interface Conversation {
  readonly workspaceId: string;
  readonly id: string;
  readonly subjectChannel: string;
  readonly subjectId: string;
  readonly locale: string;
  readonly timezone: string;
  readonly domainId: string | null;
  readonly partnerId: string | null;
  readonly phone: string | null;
  readonly contactId: string | null;
  readonly countryCode: string | null;
  readonly language: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One exchange inside a conversation. */
export interface Turn {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** Counts up from 1. */
  readonly number: number;
  /** False where calls came in without the application having opened a turn. */
  readonly explicit: boolean;
  readonly openedAt: Date;
  readonly lastCallAt: Date;
}

export interface EnterTurnParams {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly now: Date;
  /** An implicit turn idle for longer has ended. */
  readonly idleMs: number;
}

export interface ConversationStore {
  /** Creates or replaces the conversation's settings, keeping `createdAt`. */
  put(conversation: Conversation): Promise<Conversation>;
  find(workspaceId: string, conversationId: string): Promise<Conversation | null>;
  list(workspaceId: string, page: PageRequest): Promise<Page<Conversation>>;
  /** `not_found` without the conversation, as for `enterTurn`. */
  openTurn(workspaceId: string, conversationId: string, now: Date): Promise<Turn>;
  /** The turn a call made now belongs to: the present one, or a new implicit one. Marks it as used. */
  enterTurn(params: EnterTurnParams): Promise<Turn>;
  currentTurn(workspaceId: string, conversationId: string): Promise<Turn | null>;
}
