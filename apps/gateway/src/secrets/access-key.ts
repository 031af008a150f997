import { createHash, createHmac, type KeyObject } from "node:crypto";
import { faulty, ok, type Result } from "counterfoil/core";
import { toBase62 } from "./base62.ts";
import type { Random } from "./random.ts";

const WORKSPACE_PREFIX = "cf_live_";
const CONVERSATION_PREFIX = "cf_conv_";
const KEY_BYTES = 32;
/** The shortest length in base 62 that holds 32 bytes, and 4 bytes. */
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Why a text is no key; its message never repeats the text. */
export interface AccessKeyFault {
  readonly code: "not_a_key" | "wrong_checksum";
  readonly message: string;
}

/** Makes a workspace key: `cf_live_`, 256 random bits in base 62, and a checksum. It is shown once and stored only as its hash. */
export function createWorkspaceKey(random: Random): string {
  return createKey(WORKSPACE_PREFIX, random);
}

/** Makes a conversation token, in the form of a workspace key but with the prefix `cf_conv_`. */
export function createConversationToken(random: Random): string {
  return createKey(CONVERSATION_PREFIX, random);
}

/** Accepts a text that can be a workspace key; a mistyped one is told apart without asking the store. */
export function parseWorkspaceKey(text: string): Result<string, AccessKeyFault> {
  return parseKey(text, WORKSPACE_PREFIX);
}

export function parseConversationToken(text: string): Result<string, AccessKeyFault> {
  return parseKey(text, CONVERSATION_PREFIX);
}

/** The form in which keys and tokens are stored and looked up: HMAC-SHA-256 with the instance's pepper, hex. */
export function hashKey(key: string, pepper: KeyObject): string {
  return createHmac("sha256", pepper).update(key).digest("hex");
}

/** The prefix and four characters, for a person to tell keys apart. */
export function toKeyHint(key: string): string {
  return key.slice(0, WORKSPACE_PREFIX.length + 4);
}

function createKey(prefix: string, random: Random): string {
  const unchecked = prefix + toBase62(random(KEY_BYTES), BODY_LENGTH);
  return unchecked + toChecksum(unchecked);
}

function parseKey(text: string, prefix: string): Result<string, AccessKeyFault> {
  const body = text.slice(prefix.length);
  const wellFormed = body.length === BODY_LENGTH + CHECKSUM_LENGTH && /^[0-9A-Za-z]+$/.test(body);
  if (!text.startsWith(prefix) || !wellFormed) {
    return faulty({
      code: "not_a_key",
      message: `A key begins with ${prefix} and has ${prefix.length + 49} characters.`,
    });
  }
  if (toChecksum(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) {
    return faulty({ code: "wrong_checksum", message: "The key is mistyped or cut: its checksum does not fit." });
  }
  return ok(text);
}

/** The first 4 bytes of the SHA-256 of prefix and body. It guards against slips of the hand, not against forgery. */
function toChecksum(unchecked: string): string {
  return toBase62(createHash("sha256").update(unchecked).digest().subarray(0, 4), CHECKSUM_LENGTH);
}
