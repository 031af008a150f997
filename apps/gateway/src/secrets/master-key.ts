import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { SetupError } from "counterfoil/core";
import { toErrorCode } from "../outbound/delivery.ts";
import type { Random } from "./random.ts";

export interface LoadMasterKeyParams {
  /** 32 bytes in base64, as the environment gives them; undefined to use the file. */
  readonly encoded: string | undefined;
  /** Where the file `master.key` lies, or is created on first start with access for its owner alone. */
  readonly dataFolder: string;
  readonly random: Random;
}

/** What the master key is used for; each purpose has a key of its own, so that none of them tells anything of another. */
export type KeyPurpose = "wrap-data-keys" | "hash-access-keys" | "chain-audit-records";

const KEY_BYTES = 32;
const ENCODED = /^[A-Za-z0-9+/]{43}=$/;

/** Reads the key all other secrets hang from, or makes one. Throws a SetupError in words for whoever starts the gateway. */
export function loadMasterKey({ encoded, dataFolder, random }: LoadMasterKeyParams): KeyObject {
  if (encoded !== undefined) return parseMasterKey(encoded, "The master key in the environment");
  const path = join(dataFolder, "master.key");
  return readKeyFile(path) ?? createKeyFile(path, random);
}

/** HKDF-SHA-256 (RFC 5869). */
export function deriveKey(masterKey: KeyObject, purpose: KeyPurpose): KeyObject {
  const bytes = hkdfSync("sha256", masterKey, new Uint8Array(), `counterfoil/1/${purpose}`, KEY_BYTES);
  return createSecretKey(new Uint8Array(bytes));
}

function parseMasterKey(text: string, name: string): KeyObject {
  const encoded = text.trim();
  if (!ENCODED.test(encoded)) {
    throw new SetupError(
      `${name} must be 32 bytes in base64 (44 characters), such as \`openssl rand -base64 32\` prints.`,
    );
  }
  return createSecretKey(Buffer.from(encoded, "base64"));
}

function readKeyFile(path: string): KeyObject | null {
  let text: string;
  try {
    if ((statSync(path).mode & 0o077) !== 0) {
      throw new SetupError(`Others may read ${path}. Run \`chmod 600 ${path}\` and start again.`);
    }
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof SetupError) throw error;
    if (toErrorCode(error) === "ENOENT") return null;
    throw new SetupError(`${path} cannot be read (${toErrorCode(error)}).`, { cause: error });
  }
  return parseMasterKey(text, path);
}

/** Written aside and linked into place, so that no start ever sees half a key; of two first starts at once, both use the winner's. */
function createKeyFile(path: string, random: Random): KeyObject {
  const draft = `${path}.${Buffer.from(random(8)).toString("hex")}`;
  try {
    writeDurably(draft, `${Buffer.from(random(KEY_BYTES)).toString("base64")}\n`);
    linkSync(draft, path);
  } catch (error) {
    if (toErrorCode(error) !== "EEXIST")
      throw new SetupError(`${path} cannot be created (${toErrorCode(error)}).`, { cause: error });
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
  const key = readKeyFile(path);
  if (!key) throw new SetupError(`${path} was removed while the gateway started. Start again.`);
  return key;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    chmodSync(path, 0o600);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
