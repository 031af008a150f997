import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { faulty, ok, type Result } from "counterfoil/core";
import type { Random } from "./random.ts";

/** Where a sealed text belongs. It opens nowhere else, so one row's secret cannot be moved into another's place. */
export interface SealLabel {
  readonly workspaceId: string;
  /** What it is, such as `credential` or `call.result`. */
  readonly purpose: string;
  /** The id of what it belongs to. */
  readonly subjectId: string;
  /** Counts up with every new text for the same subject. */
  readonly version: number;
}

export interface SealFault {
  readonly code: "unknown_format" | "not_authentic";
  readonly message: string;
}

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const CIPHER = "aes-256-gcm";

/** Seals by AES-256-GCM (NIST SP 800-38D). Format 1: a byte 1, 12 bytes of nonce, 16 bytes of tag, the ciphertext. */
export function seal(plaintext: Uint8Array, key: KeyObject, label: SealLabel, random: Random): Uint8Array {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(toAssociatedData(label));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Uint8Array.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]);
}

/** Opens what `seal` made with the same key for the same label, unchanged. */
export function open(sealed: Uint8Array, key: KeyObject, label: SealLabel): Result<Uint8Array, SealFault> {
  if (sealed[0] !== FORMAT || sealed.length < HEAD_BYTES) {
    return faulty({ code: "unknown_format", message: "This is not a sealed text of a format known here." });
  }
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(toAssociatedData(label))
    .setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  try {
    return ok(Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]));
  } catch {
    const message =
      "The sealed text was changed, moved, or sealed with another key. Is the master key the one it was sealed under?";
    return faulty({ code: "not_authentic", message });
  }
}

/** A JSON array, so that no two labels are written alike whatever characters their parts hold. */
function toAssociatedData({ workspaceId, purpose, subjectId, version }: SealLabel): Uint8Array {
  return Buffer.from(JSON.stringify([FORMAT, workspaceId, subjectId, purpose, version]));
}
