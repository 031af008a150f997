import { describe, expect, it } from "vitest";
import { toWallTime } from "./calendar.ts";
import { type Shop, findShop } from "./shop.ts";
import { CALENDAR_DAYS, toBookableSlots, toLastDay, toNextOpenDay, toSlots } from "./slot.ts";

function shopNamed(partnerId: string): Shop {
  const shop = findShop(partnerId);
  if (shop === undefined) throw new Error(`no shop ${partnerId}`);
  return shop;
}

const riverside = shopNamed("riverside");
const oldTown = shopNamed("old-town");

describe("slots", () => {
  it("names each by shop, day and time", () => {
    expect(toSlots(riverside, "2026-11-09")).toEqual([
      { slotId: "rv-20261109-0930", date: "2026-11-09", time: "09:30" },
      { slotId: "rv-20261109-1100", date: "2026-11-09", time: "11:00" },
      { slotId: "rv-20261109-1530", date: "2026-11-09", time: "15:30" },
    ]);
  });

  it.each(["2026-10-24", "2026-10-25", "2026-10-26", "2027-03-27", "2027-03-28", "2027-03-29"])(
    "keep the shop's wall time on %s, around a clock change",
    (date) => {
      expect(toSlots(riverside, date).map((slot) => slot.time)).toEqual(["09:30", "11:00", "15:30"]);
    },
  );

  it("are none on a day the shop is closed", () => {
    expect(toSlots(oldTown, "2026-11-09")).toEqual([]);
    expect(toNextOpenDay(oldTown, "2026-11-09")).toBe("2026-11-10");
    expect(toNextOpenDay(oldTown, "2026-11-14")).toBe("2026-11-17");
  });

  it.each([
    ["2026-10-25T09:29:00Z", "09:30"],
    ["2026-10-25T09:30:00Z", "11:00"],
    ["2027-03-28T08:29:00Z", "09:30"],
    ["2027-03-28T08:30:00Z", "11:00"],
  ])("that have begun at %s are over: the next is at %s", (instant, next) => {
    expect(toBookableSlots(riverside, toWallTime(new Date(instant), riverside.timezone))[0]?.time).toBe(next);
  });

  it("reach four weeks ahead of whatever day it is", () => {
    const now = { date: "2026-11-02", time: "08:00" };
    const slots = toBookableSlots(riverside, now);
    expect(slots).toHaveLength(CALENDAR_DAYS * 3);
    expect(slots.at(-1)?.date).toBe(toLastDay(now));
    expect(toLastDay(now)).toBe("2026-11-29");
  });
});
