// Prints how long files and functions are, source and tests apart, and the longest of each; nothing here fails a build, lint does that.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

const files = execFileSync("git", ["ls-files", "*.ts"], { encoding: "utf8" }).trim().split("\n");
const isTest = (file) => /\.(test|testsuite|testdata)\.ts$/.test(file) || file.startsWith("test/");

report(
  "source",
  files.filter((file) => !isTest(file)),
);
report("tests", files.filter(isTest));

function report(title, paths) {
  const fileRows = [];
  const functionRows = [];
  let anyCount = 0;
  for (const path of paths) {
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    fileRows.push({ lines: source.getLineAndCharacterOfPosition(source.end).line, name: path });
    visit(source, (node) => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) anyCount += 1;
      if (!ts.isFunctionLike(node) || node.body === undefined) return;
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = source.getLineAndCharacterOfPosition(node.end).line;
      functionRows.push({ lines: last - first + 1, name: `${path}:${first + 1}` });
    });
  }
  process.stdout.write(`${title}: ${paths.length} files, any: ${anyCount}\n`);
  line("  files    ", fileRows);
  line("  functions", functionRows);
}

function visit(node, see) {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function line(label, rows) {
  const sorted = [...rows].sort((left, right) => left.lines - right.lines);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.lines ?? 0;
  const longest = sorted
    .slice(-3)
    .toReversed()
    .map(({ lines, name }) => `${lines} ${name}`);
  process.stdout.write(`${label} median ${at(0.5)}, p90 ${at(0.9)}; longest ${longest.join(", ")}\n`);
}
