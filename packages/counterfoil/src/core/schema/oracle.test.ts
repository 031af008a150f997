import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { judgements } from "./oracle.testdata.ts";
import { parseClosedSchema } from "./parse-closed-schema.ts";

test("the verdict is that of an independent validator", () => {
  const oracle = new Ajv2020({ strict: false, ownProperties: true });
  addFormats.default(oracle);
  const verdicts = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(judgements, ([document, values]) => {
      const parsed = parseClosedSchema(document);
      // What nothing can fulfil is refused here alone.
      fc.pre(parsed.ok);
      if (!parsed.ok) return;
      const isValid = oracle.compile(document);
      for (const value of values) {
        const expected = isValid(value);
        verdicts[expected ? "valid" : "invalid"] += 1;
        const actual = parsed.value.check(value).length === 0;
        expect({ document, value, isValid: actual }).toEqual({ document, value, isValid: expected });
      }
    }),
    { numRuns: 150 },
  );
  expect(verdicts.valid).toBeGreaterThan(100);
  expect(verdicts.invalid).toBeGreaterThan(100);
});
