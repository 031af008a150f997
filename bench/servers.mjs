import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STOP_LIMIT_MS = 20_000;
/** Linux counts a process's time in hundredths of a second. */
const TICK_US = 10_000;

/** Starts one of `peers.mjs` in a process of its own. */
export function startPeer(role, folder, upstream) {
  const args = [join(ROOT, "bench", "peers.mjs"), role, ...(upstream === undefined ? [] : [upstream])];
  return startProcess({ name: role, args, folder, env: {} });
}

/**
 * Starts the gateway as `npm start -- --no-examples` does, with everything on: strict parsing, checks of evidence, sealing, the log
 * (into a file) and a database that syncs each commit to the disk. Connects it to the upstream, through its API like anybody else.
 */
export async function startGateway(folder, upstream, nodeArgs = []) {
  const args = [...nodeArgs, "--conditions=counterfoil-source", "--import", "tsx", "apps/gateway/src/main.ts"];
  const env = {
    COUNTERFOIL_PORT: "0",
    COUNTERFOIL_DATA_DIR: folder,
    COUNTERFOIL_ALLOW_PRIVATE_ORIGINS: "127.0.0.1",
  };
  const gateway = await startProcess({ name: "gateway", args: [...args, "--no-examples"], folder, env });
  const readKey = (file) => readFileSync(join(folder, file), "utf8").trim();
  const connection = { name: "bench", contract: "provider", origin: upstream, credential: "bench-adapter-token" };
  const subject = { channel: "whatsapp", id: "12025550142" };
  const admin = readKey("workspace-admin.key");
  await request(gateway.origin, "POST", "/v1/connections", admin, connection);
  await request(gateway.origin, "PUT", "/v1/conversations/bench", admin, {
    subject,
    locale: "en-GB",
    timezone: "Europe/London",
  });
  return { ...gateway, key: readKey("app.key") };
}

/** Processor time so far and memory now; null where there is no /proc. */
export function readUsage({ pid }) {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    const [, rssKib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return { cpuUs: (user + system) * TICK_US, rssMib: Number(rssKib) / 1024 };
  } catch {
    return null;
  }
}

async function startProcess({ name, args, folder, env }) {
  const log = openSync(join(folder, `${name}.log`), "a");
  const inherited = Object.entries(process.env).filter(([variable]) => !variable.startsWith("COUNTERFOIL_"));
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    // In a group of its own: Ctrl-C reaches the run alone, which then stops its servers in order.
    detached: true,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["ignore", "pipe", log],
  });
  const stop = () => stopProcess(child);
  try {
    const told = await readUntilRunning(child);
    return { name, pid: child.pid, origin: /http:\/\/127\.0\.0\.1:\d+/.exec(told)[0], stop };
  } catch {
    await stop();
    throw new Error(`${name} did not start:\n${readFileSync(join(folder, `${name}.log`), "utf8")}`);
  }
}

async function readUntilRunning({ stdout }) {
  let told = "";
  stdout.setEncoding("utf8");
  for await (const text of stdout.iterator({ destroyOnReturn: false })) {
    told += text;
    if (!told.includes("Running")) continue;
    stdout.resume();
    return told;
  }
  throw new Error("the process ended");
}

async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}

async function request(origin, method, path, key, body) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}
