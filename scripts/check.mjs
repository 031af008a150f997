// Runs every static check in order and stops at the first that fails: format, lint, types, unused code, package shape.
import { spawnSync } from "node:child_process";

const steps = [
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--deny-warnings", "--report-unused-disable-directives", "--type-aware", "."]],
  ["types", "tsc", ["--noEmit"]],
  ["unused code", "knip", ["--no-progress"]],
];

for (const [name, command, args] of steps) {
  const started = Date.now();
  const { status } = spawnSync("npx", ["--no-install", command, ...args], { stdio: "inherit" });
  if (status !== 0) {
    process.stderr.write(`check: ${name} failed; run \`npx ${command} ${args.join(" ")}\` to see it alone\n`);
    process.exit(1);
  }
  process.stdout.write(`check: ${name} ok (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}
