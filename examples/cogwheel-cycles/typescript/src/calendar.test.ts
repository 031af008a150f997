import { describe, expect, it } from "vitest";
import { addDays, isLater, toWallTime, toWeekday, toWeekdayName } from "./calendar.ts";

describe("calendar", () => {
  it.each([
    ["2026-11-09", "Monday"],
    ["2026-11-10", "Tuesday"],
    ["2026-10-25", "Sunday"],
    ["2028-02-29", "Tuesday"],
  ])("knows that %s is a %s", (date, name) => {
    expect(toWeekdayName(toWeekday(date))).toBe(name);
  });

  it.each([
    ["2026-10-24", 1, "2026-10-25"],
    ["2026-10-24", 2, "2026-10-26"],
    ["2027-03-27", 2, "2027-03-29"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-12-31", 1, "2027-01-01"],
  ])("counts %s and %i day(s) as %s, also over clock changes", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  it.each([
    ["2026-10-25T00:30:00Z", "2026-10-25", "01:30"],
    ["2026-10-25T01:30:00Z", "2026-10-25", "01:30"],
    ["2027-03-28T00:59:00Z", "2027-03-28", "00:59"],
    ["2027-03-28T01:00:00Z", "2027-03-28", "02:00"],
    ["2026-07-01T23:30:00Z", "2026-07-02", "00:30"],
    ["2026-11-09T00:00:00Z", "2026-11-09", "00:00"],
  ])("reads %s off a London wall as %s %s", (instant, date, time) => {
    expect(toWallTime(new Date(instant), "Europe/London")).toEqual({ date, time });
  });

  it("orders wall times by day, then by time", () => {
    expect(isLater({ date: "2026-11-09", time: "09:30" }, { date: "2026-11-08", time: "15:30" })).toBe(true);
    expect(isLater({ date: "2026-11-09", time: "09:30" }, { date: "2026-11-09", time: "09:30" })).toBe(false);
  });
});
