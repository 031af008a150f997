import { SetupError } from "counterfoil/core";
import { parseAllowList, type AllowList } from "./outbound/allow-list.ts";

/** Everything the environment decides, checked once at start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Null where none is set: one is made on the first start and kept in the data folder. */
  readonly adminKey: string | null;
  /** 32 bytes in base64; null where none is set: one is made and kept in the data folder. */
  readonly masterKey: string | null;
  readonly allowPrivateOrigins: AllowList;
  /** Where the example adapters of `npm start` listen. */
  readonly examplePorts: { readonly cogwheelPort: number; readonly deskPort: number };
}

const MIN_ADMIN_KEY_LENGTH = 24;

/** Reads `COUNTERFOIL_*`; every fault at once, with what to set. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const fault = (text: string): null => {
    faults.push(text);
    return null;
  };
  const port = readPort(env, "COUNTERFOIL_PORT", 7400, fault);
  const cogwheelPort = readPort(env, "COGWHEEL_PORT", 7411, fault);
  const deskPort = readPort(env, "SERVICE_DESK_PORT", 7412, fault);
  const adminKey = readAdminKey(env["COUNTERFOIL_ADMIN_KEY"], fault);
  const allowPrivateOrigins = readAllowList(env["COUNTERFOIL_ALLOW_PRIVATE_ORIGINS"], fault);
  refuseDatabaseUrl(env["COUNTERFOIL_DATABASE_URL"], fault);
  refuseUnknown(env, fault);
  if (faults.length > 0 || allowPrivateOrigins === null) throw new SetupError(faults.join("\n"));
  return {
    host: env["COUNTERFOIL_HOST"] ?? "127.0.0.1",
    port,
    dataDir: env["COUNTERFOIL_DATA_DIR"] ?? "data",
    adminKey,
    masterKey: env["COUNTERFOIL_MASTER_KEY"] ?? null,
    allowPrivateOrigins,
    examplePorts: { cogwheelPort, deskPort },
  };
}

type Report = (text: string) => null;

type Environment = Readonly<Record<string, string | undefined>>;

function readPort(env: Environment, name: string, fallback: number, fault: Report): number {
  const text = env[name];
  if (text === undefined) return fallback;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  fault(`${name} must be a number from 0 to 65535.`);
  return fallback;
}

function readAdminKey(text: string | undefined, fault: Report): string | null {
  if (text === undefined) return null;
  if (text.length >= MIN_ADMIN_KEY_LENGTH && /^[\x21-\x7e]+$/.test(text)) return text;
  return fault(
    `COUNTERFOIL_ADMIN_KEY must have at least ${MIN_ADMIN_KEY_LENGTH} visible ASCII characters; leave it unset to have one made.`,
  );
}

function readAllowList(text: string | undefined, fault: Report): AllowList | null {
  const list = parseAllowList(text ?? "");
  return list.ok
    ? list.value
    : fault(`COUNTERFOIL_ALLOW_PRIVATE_ORIGINS: ${list.faults.map(({ message }) => message).join("; ")}.`);
}

function refuseDatabaseUrl(text: string | undefined, fault: Report): void {
  if (text === undefined || text === "") return;
  fault(
    "COUNTERFOIL_DATABASE_URL: a Postgres server is not supported yet; unset it to keep everything in SQLite in the data folder.",
  );
}

const KNOWN: ReadonlySet<string> = new Set([
  "COUNTERFOIL_PORT",
  "COUNTERFOIL_HOST",
  "COUNTERFOIL_DATA_DIR",
  "COUNTERFOIL_ADMIN_KEY",
  "COUNTERFOIL_MASTER_KEY",
  "COUNTERFOIL_DATABASE_URL",
  "COUNTERFOIL_ALLOW_PRIVATE_ORIGINS",
]);

/** A setting that has no effect is worse than none: a misspelt one stops the start. */
function refuseUnknown(env: Environment, fault: Report): void {
  const unknown = Object.keys(env).filter((name) => name.startsWith("COUNTERFOIL_") && !KNOWN.has(name));
  for (const name of unknown) fault(`${name} is not a setting of the gateway; known are ${[...KNOWN].join(", ")}.`);
}
