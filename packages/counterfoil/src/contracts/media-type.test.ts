import { describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { isJsonMediaType, isProblemMediaType } from "./media-type.ts";

describe("a media type", () => {
  it.each([
    "application/json",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON",
    "application/json ; charset=utf-8 ",
  ])(`${requirement("json.media-type")}: %j is JSON`, (type) => {
    expect(isJsonMediaType(type)).toBe(true);
  });

  it.each([
    undefined,
    "",
    "text/json",
    "application/jsonx",
    "application/problem+json",
    "application/json; charset=latin1",
    'application/json; charset="utf-8',
    "application/json; charset=utf-8; x=y",
    "application/json; profile=utf-8",
    "application/json, text/html",
  ])(`${requirement("json.media-type")}: %j is not`, (type) => {
    expect(isJsonMediaType(type)).toBe(false);
  });

  it("of a problem is JSON or problem+json", () => {
    expect(isProblemMediaType("application/problem+json; charset=utf-8")).toBe(true);
    expect(isProblemMediaType("application/json")).toBe(true);
    expect(isProblemMediaType("text/html")).toBe(false);
  });
});
