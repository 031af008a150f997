// Runs every static check in order and stops at the first that fails: format, lint, types, unused code, package shape.
import { spawnSync } from "node:child_process";

const steps = [
  { name: "format", command: "oxfmt --check ." },
  { name: "lint", command: "oxlint --deny-warnings --report-unused-disable-directives --type-aware ." },
  { name: "types", command: "tsc --noEmit" },
  { name: "unused code", command: "knip --no-progress" },
  { name: "build", command: "tsc -p packages/counterfoil/tsconfig.build.json" },
  { name: "package lint", command: "publint packages/counterfoil --strict" },
  { name: "package types", command: "attw --pack packages/counterfoil --profile esm-only --quiet" },
];

for (const { name, command } of steps) {
  const started = Date.now();
  const { status } = spawnSync(`npx --no-install ${command}`, { stdio: "inherit", shell: true });
  if (status !== 0) {
    process.stderr.write(`check: ${name} failed; run \`npx ${command}\` to see it alone\n`);
    process.exit(1);
  }
  process.stdout.write(`check: ${name} ok (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}
