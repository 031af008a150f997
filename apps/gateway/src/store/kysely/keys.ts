import type { ConversationToken, KeyStore, WorkspaceKey } from "../keys.ts";
import { toDate, toInstant } from "./columns.ts";
import type { Database } from "./database.ts";
import { toPage, toPosition } from "./paging.ts";
import type { ConversationTokenTable, WorkspaceKeyTable } from "./schema.ts";

export function createKeyStore(database: Database): KeyStore {
  return { ...createWorkspaceKeys(database), ...createTokens(database) };
}

type TokenMethods = "createToken" | "findTokenByHash" | "deleteExpiredTokens";

function createWorkspaceKeys({ read, write }: Database): Omit<KeyStore, TokenMethods> {
  return {
    async create(key) {
      await write((db) => db.insertInto("workspace_keys").values(toKeyRow(key)).execute());
    },
    async findByHash(hash) {
      const row = await read((db) =>
        db.selectFrom("workspace_keys").selectAll().where("hash", "=", hash).executeTakeFirst(),
      );
      return row === undefined ? null : toKey(row);
    },
    async list(workspaceId, page) {
      const position = toPosition("keys", page);
      const rows = await read((db) => {
        const newest = db
          .selectFrom("workspace_keys")
          .selectAll()
          .where("workspace_id", "=", workspaceId)
          .orderBy("id", "desc")
          .limit(page.limit + 1);
        return (position === null ? newest : newest.where("id", "<", position)).execute();
      });
      return toPage("keys", rows, page, toKey);
    },
    async revoke(workspaceId, keyId, at) {
      const revoked = await write((db) =>
        db
          .updateTable("workspace_keys")
          .set({ revoked_at: at.getTime() })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", keyId)
          .where("revoked_at", "is", null)
          .executeTakeFirst(),
      );
      return revoked.numUpdatedRows > 0n;
    },
    async markUsed(workspaceId, keyId, at) {
      await write((db) =>
        db
          .updateTable("workspace_keys")
          .set({ last_used_at: at.getTime() })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", keyId)
          .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at.getTime())]))
          .execute(),
      );
    },
  };
}

function createTokens({ read, write }: Database): Pick<KeyStore, TokenMethods> {
  return {
    async createToken(token) {
      await write((db) => db.insertInto("conversation_tokens").values(toTokenRow(token)).execute());
    },
    async findTokenByHash(hash) {
      const row = await read((db) =>
        db.selectFrom("conversation_tokens").selectAll().where("hash", "=", hash).executeTakeFirst(),
      );
      return row === undefined ? null : toToken(row);
    },
    async deleteExpiredTokens(now) {
      await write((db) => db.deleteFrom("conversation_tokens").where("expires_at", "<=", now.getTime()).execute());
    },
  };
}

function toKeyRow(key: WorkspaceKey): WorkspaceKeyTable {
  return {
    workspace_id: key.workspaceId,
    id: key.id,
    name: key.name,
    scope: key.scope,
    hash: key.hash,
    hint: key.hint,
    created_at: key.createdAt.getTime(),
    last_used_at: toInstant(key.lastUsedAt),
    revoked_at: toInstant(key.revokedAt),
  };
}

function toKey(row: WorkspaceKeyTable): WorkspaceKey {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    name: row.name,
    scope: row.scope,
    hash: row.hash,
    hint: row.hint,
    createdAt: toDate(row.created_at),
    lastUsedAt: toDate(row.last_used_at),
    revokedAt: toDate(row.revoked_at),
  };
}

function toTokenRow(token: ConversationToken): ConversationTokenTable {
  return {
    workspace_id: token.workspaceId,
    id: token.id,
    conversation_id: token.conversationId,
    hash: token.hash,
    created_at: token.createdAt.getTime(),
    expires_at: token.expiresAt.getTime(),
  };
}

function toToken(row: ConversationTokenTable): ConversationToken {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    hash: row.hash,
    createdAt: toDate(row.created_at),
    expiresAt: toDate(row.expires_at),
  };
}
