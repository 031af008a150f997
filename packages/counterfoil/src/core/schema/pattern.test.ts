import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PatternBudget } from "./pattern.ts";
import { admit, closedAround } from "./schema.testdata.ts";
import { isWellFormed } from "../utf8.ts";

/** Pieces that mean the same to both engines only when they are translated with care. */
const atoms = fc.constantFrom(
  " ",
  ...String.raw`a b Z 0 9 _ - é 😀 / . \d \D \w \W \s \S \b \B ^ $ \] \. \/ \x41 \u00e9 \u{1F600} \uD83D\uDE00`.split(
    " ",
  ),
  ...String.raw`\cJ \0 \t \v \p{L} \P{L} \p{Lu} \p{Script=Greek} [] [^] [^a] [a-c] [a-] [-a] [^^] [\s\d] [\S]`.split(
    " ",
  ),
  ...String.raw`[\W_] [\b] [[:alpha:] [.] [a\-c] [!--] [\u{1F600}-\u{1F64F}] [\p{Lu}\d] [\]\\] [&&a]`.split(" "),
);
const quantifiers = fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{1,3}?");
const patterns = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atoms,
    fc.tuple(tie("pattern"), tie("pattern")).map((parts) => parts.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map((parts) => `(?:${parts.join("|")})`),
    fc.tuple(tie("pattern"), quantifiers).map(([inner, quantifier]) => `(${inner})${quantifier}`),
    tie("pattern").map((inner) => `^(?<name>${inner})$`),
  ),
})).pattern;
const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from("abcZ09_-]é Ω/[:^&.!😀\n\r\u2028\v\u00a0\0\b\\")),
    maxLength: 8,
  }),
  fc.string({ unit: "binary", maxLength: 4 }).filter(isWellFormed),
);

describe("a pattern", () => {
  test("means to the linear engine what it means to the language", () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 3, maxLength: 6 }), (source, samples) => {
        fc.pre(isSyntax(source) && source.length <= 256);
        const compiled = new PatternBudget().compile(source);
        fc.pre(compiled.ok);
        if (!compiled.ok) return;
        for (const sample of samples)
          expect([source, sample, compiled.value.isFoundIn(sample)]).toEqual([
            source,
            sample,
            new RegExp(source, "u").test(sample),
          ]);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(["^(a+)+$", "^(?:a|a?)+$", "^(a|aa)+$", "(?:a*)*b", "(x+x+)+y"])(
    "%s is decided quickly on a long text",
    (pattern) => {
      const schema = admit(closedAround({ type: "string", pattern }));
      const startedAt = performance.now();
      expect(schema.check({ value: `${"a".repeat(50_000)}!` })).toMatchObject([{ keyword: "pattern" }]);
      expect(performance.now() - startedAt).toBeLessThan(1_500);
    },
  );

  test("costs a bounded time in all, however many texts it meets", () => {
    const schema = admit(closedAround({ type: "array", items: { type: "string", pattern: "(?:a|b)*a[ab]{400}[cd]" } }));
    const startedAt = performance.now();
    const faults = schema.check({ value: Array(19).fill("ab".repeat(6_000)) });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(faults).toHaveLength(19);
    expect(faults.at(-1)?.message).toContain("send a shorter text");
  });

  test("is compiled once where it stands twice", () => {
    const budget = new PatternBudget();
    expect(budget.compile("^a$")).toBe(budget.compile("^a$"));
  });
});

function isSyntax(source: string): boolean {
  try {
    return new RegExp(source, "u").unicode;
  } catch {
    return false;
  }
}
