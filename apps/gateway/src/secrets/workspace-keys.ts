import type { KeyObject } from "node:crypto";
import type { Principal } from "../caller.ts";
import type { Clock } from "../gateway.ts";
import type { Ids } from "../ids.ts";
import type { ConversationToken, KeyScope, KeyStore, WorkspaceKey } from "../store/keys.ts";
import {
  createConversationToken,
  createWorkspaceKey,
  hashKey,
  parseConversationToken,
  parseWorkspaceKey,
  toKeyHint,
} from "./access-key.ts";
import { deriveKey } from "./master-key.ts";
import type { Random } from "./random.ts";

/** A new key in the clear, the only time it is. */
export interface CreatedKey {
  readonly key: string;
  readonly record: WorkspaceKey;
}

export interface CreatedToken {
  readonly token: string;
  readonly record: ConversationToken;
}

/** Makes and recognises workspace keys and conversation tokens; what is stored is a peppered hash. */
export interface WorkspaceKeys {
  create(workspaceId: string, wanted: { readonly name: string; readonly scope: KeyScope }): Promise<CreatedKey>;
  createToken(workspaceId: string, conversationId: string, ttlMs: number): Promise<CreatedToken>;
  /** Null where the text is no live key or token: mistyped, unknown, revoked and expired are not told apart. */
  authenticate(text: string): Promise<Principal | null>;
}

export interface WorkspaceKeysDeps {
  readonly store: { readonly keys: KeyStore };
  readonly masterKey: KeyObject;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

/** How precise `last_used_at` is: a key in steady use is written once in this time, not at every request. */
const LAST_USE_PRECISION_MS = 60_000;

export function createWorkspaceKeys({ store, masterKey, clock, random, ids }: WorkspaceKeysDeps): WorkspaceKeys {
  const pepper = deriveKey(masterKey, "hash-access-keys");
  return {
    async create(workspaceId, { name, scope }) {
      const key = createWorkspaceKey(random);
      const record: WorkspaceKey = {
        workspaceId,
        id: ids("key"),
        name,
        scope,
        hash: hashKey(key, pepper),
        hint: toKeyHint(key),
        createdAt: clock(),
        lastUsedAt: null,
        revokedAt: null,
      };
      await store.keys.create(record);
      return { key, record };
    },
    async createToken(workspaceId, conversationId, ttlMs) {
      const token = createConversationToken(random);
      const now = clock();
      const record = {
        workspaceId,
        id: ids("tok"),
        conversationId,
        hash: hashKey(token, pepper),
        createdAt: now,
        expiresAt: new Date(now.getTime() + ttlMs),
      };
      await store.keys.createToken(record);
      return { token, record };
    },
    async authenticate(text) {
      if (parseWorkspaceKey(text).ok) return authenticateKey(store.keys, hashKey(text, pepper), clock());
      if (parseConversationToken(text).ok) return authenticateToken(store.keys, hashKey(text, pepper), clock());
      return null;
    },
  };
}

async function authenticateKey(keys: KeyStore, hash: string, now: Date): Promise<Principal | null> {
  const key = await keys.findByHash(hash);
  if (key === null || key.revokedAt !== null) return null;
  if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > LAST_USE_PRECISION_MS)
    await keys.markUsed(key.workspaceId, key.id, now);
  return { kind: "key", workspaceId: key.workspaceId, id: key.id, scope: key.scope };
}

async function authenticateToken(keys: KeyStore, hash: string, now: Date): Promise<Principal | null> {
  const token = await keys.findTokenByHash(hash);
  if (token === null || token.expiresAt <= now) return null;
  return { kind: "token", workspaceId: token.workspaceId, id: token.id, conversationId: token.conversationId };
}
