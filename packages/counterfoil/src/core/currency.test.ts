import { expect, it } from "vitest";
import { currencyDigits } from "./currency.ts";

it.each([
  ["AED", 2],
  ["USD", 2],
  ["JPY", 0],
  ["KWD", 3],
  ["JOD", 3],
  ["CLF", 4],
  // CLDR prints these with no digits; their minor unit in ISO 4217 is another.
  ["HUF", 2],
  ["IDR", 2],
  ["PKR", 2],
  ["LBP", 2],
  ["IQD", 3],
])("knows that %s has %i digits", (code, digits) => expect(currencyDigits(code)).toBe(digits));

it.each(["usd", "ZZZ", "XXX", "XTS", "XAU", "XDR", "", "US", "USDT", "constructor", "__proto__"])(
  "refuses %j",
  (code) => expect(currencyDigits(code)).toBeNull(),
);

it("knows every currency that Intl knows, but for those without a minor unit", () => {
  const unknown = Intl.supportedValuesOf("currency").filter((code) => currencyDigits(code) === null);
  expect(unknown.filter((code) => !["XDR", "XSU", "XUA"].includes(code))).toEqual([]);
});
