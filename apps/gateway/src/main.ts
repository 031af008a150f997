import { readConfig } from "./config.ts";
import { SetupError } from "counterfoil/core";
import { start } from "./start/start.ts";

// Whatever is written, databases included, is for the owner alone.
process.umask(0o077);

const examples = !process.argv.includes("--no-examples");

try {
  const running = await start(readConfig(process.env), { examples, tell: (line) => process.stdout.write(`${line}\n`) });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void running.stop());
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
