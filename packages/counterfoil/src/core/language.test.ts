import { expect, it } from "vitest";
import { isLanguageTag } from "./language.ts";

it.each(["en", "en-GB", "ar-AE", "zh-Hant-TW", "de-DE-u-co-phonebk", "und"])("takes %s", (tag) =>
  expect(isLanguageTag(tag)).toBe(true),
);

it.each(["", "e", "en_GB", "englishlanguage", "en-", "en-a", "en GB", "*", "عربي"])("refuses %j", (tag) =>
  expect(isLanguageTag(tag)).toBe(false),
);
