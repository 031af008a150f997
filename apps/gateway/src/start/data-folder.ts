import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SetupError } from "counterfoil/core";
import type { Random } from "../secrets/random.ts";

/** The folder that holds all the gateway keeps; its files are for their owner alone. */
export interface DataFolder {
  readonly path: string;
  /** The path of a file inside. */
  file(name: string): string;
  /** The text of a secret file, or null where there is none. */
  readSecret(name: string): string | null;
  /** Writes a secret with access for its owner alone, and gives the path. */
  writeSecret(name: string, text: string): string;
  /** The secret, made and kept on first use. */
  secret(name: string, random: Random): string;
}

const SECRET_BYTES = 32;

/** Opens the folder, making it on first start. Throws a SetupError where that cannot be. */
export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new SetupError(`The data folder ${folder} cannot be made; set COUNTERFOIL_DATA_DIR to one that can.`, {
      cause,
    });
  }
  const file = (name: string): string => join(folder, name);
  const readSecret = (name: string): string | null =>
    existsSync(file(name)) ? readFileSync(file(name), "utf8").trim() : null;
  const writeSecret = (name: string, text: string): string => {
    writeFileSync(file(name), `${text}\n`, { mode: 0o600 });
    chmodSync(file(name), 0o600);
    return file(name);
  };
  return {
    path: folder,
    file,
    readSecret,
    writeSecret,
    secret(name, random) {
      const known = readSecret(name);
      if (known !== null) return known;
      const made = Buffer.from(random(SECRET_BYTES)).toString("base64url");
      writeSecret(name, made);
      return made;
    },
  };
}
