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

function readList<Entry>(file: string): readonly Entry[] {
  return parse(readFileSync(join(REQUIREMENTS, file), "utf8")) ?? [];
}

const requirements = readdirSync(REQUIREMENTS)
  .filter((file) => file.endsWith("-1.yaml"))
  .flatMap((file) => readList<Requirement>(file));
const ids = requirements.map(({ id }) => id);
const expectedFailures = readList<{ id: string; reason: string }>(EXPECTED_FAILURES);
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
  it("have unique ids, a level, a sentence and a source", () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const { id, level, sentence, source } of requirements) {
      expect(id).toMatch(/^[a-z][a-z-]*(?:\.[a-z-]+)+$/);
      expect(["MUST", "SHOULD"], id).toContain(level);
      expect(sentence, id).toMatch(/^\S.*\.$/s);
      expect(source, id).toMatch(/\S/);
    }
  });

  it("are cited only where they exist", () => {
    expect([...cited].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("that say MUST are each proven by a test, or expected to fail with a reason", () => {
    const expected = expectedFailures.map(({ id }) => id);
    const unproven = requirements.filter(
      ({ id, level }) => level === "MUST" && !cited.has(id) && !expected.includes(id),
    );
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  it("that are expected to fail exist, have a reason, and are not proven yet", () => {
    for (const { id, reason } of expectedFailures) {
      expect(ids).toContain(id);
      expect(reason, id).toMatch(/\S/);
      expect(cited.has(id), `${id} is proven by a test now: take it out of ${EXPECTED_FAILURES}`).toBe(false);
    }
  });
});
