import { describe, expect, test } from "vitest";
import { JUDGING_CASES } from "./judging.testdata.ts";
import { admit, closedAround } from "./schema.testdata.ts";

const MAX_NAMED_LENGTH = 60;

describe.each(JUDGING_CASES)("$description", ({ schema, valid, invalid }) => {
  const admitted = admit(closedAround(schema));

  test.each(valid.map((value) => ({ name: nameOf(value), value })))("takes $name", ({ value }) => {
    expect(admitted.check({ value })).toEqual([]);
  });

  test.each(invalid.map((value) => ({ name: nameOf(value), value })))("refuses $name", ({ value }) => {
    const faults = admitted.check({ value });
    expect(faults).not.toEqual([]);
    for (const { pointer, keyword, message } of faults) {
      expect(pointer).toMatch(/^\/value/);
      expect(keyword).not.toBe("");
      expect(message).toMatch(/^(expected|no alternative)/);
    }
  });
});

function nameOf(value: unknown): string {
  return JSON.stringify(value).slice(0, MAX_NAMED_LENGTH);
}
