import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "..");
const REQUIREMENTS = join(ROOT, "spec/requirements");
const EXPECTED_FAILURES = "expected-failures.yaml";
const SOURCES = ["packages", "apps", "examples", "test"];
const CITATION = /requirement\(\s*"([^"]+)"\s*,?\s*\)/g;

interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly sentence: string;
  readonly source: string;
}

interface ExpectedFailure {
  readonly id: string;
  readonly reason: string;
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(REQUIREMENTS, file), "utf8"));
}

function isListOf<Entry extends object>(value: unknown, keys: readonly (keyof Entry)[]): value is readonly Entry[] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry: Entry) => Object.keys(entry).join() === keys.join() && keys.every((key) => /\S/.test(String(entry[key]))),
    )
  );
}

function readRequirements(file: string): readonly Requirement[] {
  const list = readYaml(file);
  if (isListOf<Requirement>(list, ["id", "level", "sentence", "source"])) return list;
  throw new Error(`${file} is no list of id, level, sentence and source`);
}

function readExpectedFailures(): readonly ExpectedFailure[] {
  const list = readYaml(EXPECTED_FAILURES);
  if (isListOf<ExpectedFailure>(list, ["id", "reason"])) return list;
  throw new Error(`${EXPECTED_FAILURES} is no list of id and reason`);
}

const requirements = readdirSync(REQUIREMENTS)
  .filter((file) => file.endsWith("-1.yaml"))
  .flatMap(readRequirements);
const ids = requirements.map(({ id }) => id);
const expectedFailures = readExpectedFailures();
const cited = new Set(SOURCES.flatMap((folder) => readCitations(join(ROOT, folder))));

function readCitations(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" || entry.name === "dist" ? [] : readCitations(path);
    if (!/\.(?:test|testsuite)\.ts$/.test(entry.name)) return [];
    return Array.from(readFileSync(path, "utf8").matchAll(CITATION), ([, id = ""]) => id);
  });
}

describe("the requirements", () => {
  it("have unique ids of lower-case words, and a level", () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][a-z-]*(?:\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
    expect(requirements.filter(({ level }) => level !== "MUST" && level !== "SHOULD")).toEqual([]);
  });

  it("are cited only where they exist", () => {
    expect([...cited].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("that say MUST are each proven by a test, or expected to fail with a reason", () => {
    const expected = new Set(expectedFailures.map(({ id }) => id));
    const unproven = requirements.filter(({ id, level }) => level === "MUST" && !cited.has(id) && !expected.has(id));
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  it("that are expected to fail exist, and are taken out of the list once a test proves them", () => {
    expect(expectedFailures.filter(({ id }) => !ids.includes(id))).toEqual([]);
    expect(expectedFailures.filter(({ id }) => cited.has(id))).toEqual([]);
  });
});
