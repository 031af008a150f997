// Prints the last line of a CI run, `N passed, N failed`, from the report that `npm test` leaves; a failed check counts as one failure.
import { readFileSync } from "node:fs";

const checksFailed = Number(process.argv[2] ?? 0);
let passed = 0;
let failed = checksFailed;
try {
  const report = JSON.parse(readFileSync("node_modules/.cache/test-report.json", "utf8"));
  passed = report.numPassedTests;
  failed +=
    report.numFailedTests +
    report.testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
      .length;
} catch {
  failed += 1;
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
