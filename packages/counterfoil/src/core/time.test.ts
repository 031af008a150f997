import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDate, isDateTime, isDuration, isTime, isTimeZone, parseInstant, toOffsetDateTime } from "./time.ts";

describe("isTimeZone", () => {
  it.each([
    "Asia/Dubai",
    "Europe/London",
    "America/Argentina/Buenos_Aires",
    "Europe/Kyiv",
    "Asia/Calcutta",
    "UTC",
    "Etc/GMT+5",
  ])("takes %s", (name) => expect(isTimeZone(name)).toBe(true));

  it.each([
    "+04:00",
    "-0300",
    "Z",
    "",
    "Dubai",
    "Asia/Atlantis",
    "Asia/Dubai ",
    "GMT+5",
    "Europe/../London",
    "دبي",
    "localtime",
  ])("refuses %j", (name) => expect(isTimeZone(name)).toBe(false));

  it.each(["BST", "IST", "AST", "bst", "SystemV/AST4"])(
    "refuses the abbreviation %s, which names another place",
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});

describe("isDate", () => {
  it.each(["2026-11-09", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"])("takes %s", (text) =>
    expect(isDate(text)).toBe(true),
  );

  it.each([
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-1-9",
    "20261109",
    "2026-11-09 ",
    "٢٠٢٦-١١-٠٩",
  ])("refuses %j", (text) => expect(isDate(text)).toBe(false));

  it("agrees with the calendar of Date on every day", () => {
    const year2000To2100 = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(year2000To2100, (date) => {
        expect(isDate(date.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});

describe("isTime", () => {
  it.each(["00:00", "23:59", "09:30:00", "09:30:00.5", "09:30:00.123456"])("takes %s", (text) =>
    expect(isTime(text)).toBe(true),
  );

  it.each(["24:00", "9:30", "09:60", "09:30:60", "09:30Z", "09:30+04:00", "09:30.5", "T09:30", ""])(
    "refuses %j",
    (text) => expect(isTime(text)).toBe(false),
  );
});

describe("isDateTime and parseInstant", () => {
  it.each([
    ["2026-11-09T10:00:00+04:00", Date.UTC(2026, 10, 9, 6)],
    ["2026-11-09t06:00:00z", Date.UTC(2026, 10, 9, 6)],
    ["2026-11-09T10:00:00.25-03:30", Date.UTC(2026, 10, 9, 13, 30, 0, 250)],
    ["2026-11-09T06:00:00.123999Z", Date.UTC(2026, 10, 9, 6, 0, 0, 123)],
    ["2016-12-31T23:59:60Z", Date.UTC(2017, 0, 1)],
    ["2017-01-01T03:59:60.5+04:00", Date.UTC(2017, 0, 1)],
  ])("reads %s", (text, instant) => {
    expect(isDateTime(text)).toBe(true);
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    "2026-11-09T10:00:00",
    "2026-11-09 10:00:00Z",
    "2026-11-09T10:00Z",
    "2026-02-30T10:00:00Z",
    "2026-11-09T24:00:00Z",
    "2026-11-09T10:00:60Z",
    "2026-11-09T10:00:00+24:00",
    "2026-11-09T10:00:00+04:60",
    "2026-11-09T10:00:00+0400",
    "2026-11-09T10:00:00.Z",
    "2026-11-09",
    "",
  ])("refuses %j", (text) => {
    expect(isDateTime(text)).toBe(false);
    expect(parseInstant(text)).toBeNull();
  });

  it("reads back every instant that Date writes", () => {
    const dates = fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});

describe("isDuration", () => {
  it.each(["P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P2W", "PT0S", "P1Y2D"])("takes %s", (text) =>
    expect(isDuration(text)).toBe(true),
  );

  it.each(["P", "PT", "P1", "1D", "P1H", "PT1D", "P1W2D", "P1Y2W", "-P1D", "PT1.5H", "P1DT", "P1M1Y", "p1d", ""])(
    "refuses %j",
    (text) => expect(isDuration(text)).toBe(false),
  );
});

describe("toOffsetDateTime", () => {
  it.each([
    ["2026-11-09T06:00:00Z", "Asia/Dubai", "2026-11-09T10:00:00+04:00"],
    ["2026-11-09T06:00:00.999Z", "UTC", "2026-11-09T06:00:00+00:00"],
    ["2026-11-09T22:00:00Z", "Asia/Kolkata", "2026-11-10T03:30:00+05:30"],
    ["2026-11-09T02:00:00Z", "America/St_Johns", "2026-11-08T22:30:00-03:30"],
    ["2026-12-31T23:00:00Z", "Pacific/Kiritimati", "2027-01-01T13:00:00+14:00"],
    // London leaves summer time on 2026-10-25 at 01:00 UTC: the hour from 01:00 on comes twice.
    ["2026-10-25T00:30:00Z", "Europe/London", "2026-10-25T01:30:00+01:00"],
    ["2026-10-25T01:30:00Z", "Europe/London", "2026-10-25T01:30:00+00:00"],
    // … and enters it on 2027-03-28 at 01:00 UTC: that hour is skipped.
    ["2027-03-28T00:59:59Z", "Europe/London", "2027-03-28T00:59:59+00:00"],
    ["2027-03-28T01:00:00Z", "Europe/London", "2027-03-28T02:00:00+01:00"],
    // Local mean time had seconds, which RFC 3339 offsets cannot carry.
    ["1880-01-01T12:00:00Z", "Europe/Dublin", "1880-01-01T11:35:00-00:25"],
  ])("writes %s in %s", (instant, zone, expected) => {
    expect(toOffsetDateTime(new Date(instant), zone)).toBe(expected);
  });

  it("always writes the same instant, in every zone", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const dates = fc.date({ min: new Date("1000-01-01"), max: new Date("9999-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, zones, (date, zone) => {
        const written = toOffsetDateTime(date, zone);
        expect(parseInstant(written)).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  it("refuses unknown zones, invalid dates and years RFC 3339 cannot write", () => {
    expect(() => toOffsetDateTime(new Date(0), "+04:00")).toThrow(RangeError);
    expect(() => toOffsetDateTime(new Date(Number.NaN), "UTC")).toThrow(RangeError);
    expect(() => toOffsetDateTime(new Date("+010000-01-01T00:00:00Z"), "UTC")).toThrow(RangeError);
  });
});

it("never throws on any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const check of [isTimeZone, isDate, isTime, isDateTime, isDuration])
        expect(typeof check(text)).toBe("boolean");
    }),
  );
});
