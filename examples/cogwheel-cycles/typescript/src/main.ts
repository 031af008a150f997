import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { serve } from "counterfoil/adapter/node";
import { createCogwheelAdapter } from "./adapter.ts";
import { readEnvironment } from "./environment.ts";

async function main(): Promise<void> {
  const { port, secret, dataFolder, clock } = readEnvironment(process.env);
  mkdirSync(dataFolder, { recursive: true });
  const adapter = createCogwheelAdapter({ file: join(dataFolder, "cogwheel.db"), secret, clock });
  const server = await serve(adapter, { port });
  process.stdout.write(`Cogwheel Cycles serves its tools at ${server.origin}/v1/tools/execute\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`Cogwheel Cycles cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
