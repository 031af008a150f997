import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { serve } from "counterfoil/adapter/node";
import { createServiceDeskAdapter } from "./adapter.ts";
import { readEnvironment } from "./environment.ts";

async function main(): Promise<void> {
  const { port, token, dataFolder } = readEnvironment(process.env);
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, "service-desk.db");
  const adapter = createServiceDeskAdapter({ file, token, clock: () => new Date() });
  const server = await serve(adapter, { port });
  process.stdout.write(`The service desk serves its manifest at ${server.origin}/.well-known/agent-provider\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`The service desk cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
