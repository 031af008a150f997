import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMultipleOf } from "./decimal.ts";

describe("a multiple", () => {
  test("of a cent is every amount with two decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const amount = Number(`${cents}e-2`);
        expect(isMultipleOf(amount, 0.01)).toBe(true);
      }),
    );
  });

  test("is decided as on integers when both are scaled alike", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: -20, max: 20 }),
        (value, divisor, exponent) => {
          const scaled = isMultipleOf(Number(`${value}e${exponent}`), Number(`${divisor}e${exponent}`));
          expect(scaled).toBe(value % divisor === 0);
        },
      ),
    );
  });

  test("is decided at the ends of the range of doubles, and at once", () => {
    const extremes = [5e-324, 2.2250738585072014e-308, 1e-300, 0.1, 1e300, Number.MAX_VALUE, -Number.MAX_VALUE];
    const startedAt = performance.now();
    for (const value of extremes) {
      expect(isMultipleOf(value, Math.abs(value))).toBe(true);
      for (const divisor of extremes) isMultipleOf(value, Math.abs(divisor));
    }
    expect(isMultipleOf(Number.MAX_VALUE, 5e-324)).toBe(true);
    expect(isMultipleOf(5e-324, Number.MAX_VALUE)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  test("takes zero of any sign", () => {
    expect(isMultipleOf(0, 3)).toBe(true);
    expect(isMultipleOf(-0, 0.1)).toBe(true);
  });
});
