import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SetupError } from "counterfoil/core";

/** One of the example adapters, run as a process of its own. */
export interface ExampleProcess {
  readonly name: string;
  readonly origin: string;
  /** Ends it, by force after a few seconds. */
  stop(): Promise<void>;
}

export interface ExampleSettings {
  readonly name: string;
  /** The entry file, from the root of the repository. */
  readonly entry: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
}

const RUNNER = fileURLToPath(new URL("run-example.ts", import.meta.url));
const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5000;
const POLL_MS = 50;

/** Starts an example and waits until it answers. Throws a SetupError where it does not. */
export async function startExample({ name, entry, port, env }: ExampleSettings): Promise<ExampleProcess> {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, RUNNER, entry], {
    cwd: root,
    env: { ...withoutOwnSettings(), ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const complaints: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => complaints.push(text));
  const origin = `http://127.0.0.1:${port}`;
  const example: ExampleProcess = { name, origin, stop: () => stop(child) };
  if (await isAnswering(origin, child)) return example;
  await example.stop();
  throw new SetupError(`The example ${name} did not start on ${origin}: ${complaints.join("").trim() || "no answer"}`);
}

async function isAnswering(origin: string, child: ChildProcess): Promise<boolean> {
  const limit = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    try {
      await fetch(origin);
      return child.exitCode === null;
    } catch {
      await new Promise((wake) => {
        setTimeout(wake, POLL_MS);
      });
    }
  }
  return false;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** The gateway's own settings and keys are none of an adapter's business. */
function withoutOwnSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("COUNTERFOIL_")));
}
