import type { Page, PageRequest } from "./page.ts";

/** What a workspace key may do: `admin` everything, `app` conversations and calls, `read` look only. */
export const KEY_SCOPES = ["admin", "app", "read"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A workspace key as it is kept: the key itself is shown once and never stored. */
export interface WorkspaceKey {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  /** HMAC-SHA-256 with the instance's pepper, hex. */
  readonly hash: string;
  /** The first characters, for a person to tell keys apart. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A short-lived credential that holds one conversation, for an agent or an MCP client. */
export interface ConversationToken {
  readonly workspaceId: string;
  readonly id: string;
  readonly conversationId: string;
  readonly hash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface KeyStore {
  create(key: WorkspaceKey): Promise<void>;
  /** Finds the key whatever its workspace; revoked ones too, so that the caller can say so. */
  findByHash(hash: string): Promise<WorkspaceKey | null>;
  list(workspaceId: string, page: PageRequest): Promise<Page<WorkspaceKey>>;
  /** Gives false where the workspace has no such live key. */
  revoke(workspaceId: string, keyId: string, at: Date): Promise<boolean>;
  markUsed(workspaceId: string, keyId: string, at: Date): Promise<void>;
  createToken(token: ConversationToken): Promise<void>;
  findTokenByHash(hash: string): Promise<ConversationToken | null>;
  deleteExpiredTokens(now: Date): Promise<void>;
}
