import type { JsonObject } from "counterfoil/core";
import { type CalendarDate, type WallTime, addDays, isLater } from "./calendar.ts";
import { type Shop, isOpen } from "./shop.ts";

/** How many days ahead of today the calendar can be booked, today included. */
export const CALENDAR_DAYS = 28;

const OFFERED_SLOTS = 3;

/** A time at which a shop takes in a bike. Slots follow from the opening hours; only bookings are stored. */
export interface Slot extends WallTime {
  /** Such as `rv-20261109-0930`. */
  readonly slotId: string;
}

/** Every slot of one day, taken or not. */
export function toSlots(shop: Shop, date: CalendarDate): readonly Slot[] {
  if (!isOpen(shop, date)) return [];
  return shop.slotTimes.map((time) => ({ slotId: toSlotId(shop, date, time), date, time }));
}

/** The slots that can still be booked at this moment, taken or not, in order of time. */
export function toBookableSlots(shop: Shop, now: WallTime): readonly Slot[] {
  const days = Array.from({ length: CALENDAR_DAYS }, (_, index) => addDays(now.date, index));
  return days.flatMap((date) => toSlots(shop, date)).filter((slot) => isLater(slot, now));
}

export function findBookableSlot(shop: Shop, now: WallTime, slotId: string): Slot | undefined {
  return toBookableSlots(shop, now).find((slot) => slot.slotId === slotId);
}

export function toLastDay(now: WallTime): CalendarDate {
  return addDays(now.date, CALENDAR_DAYS - 1);
}

export function toNextOpenDay(shop: Shop, date: CalendarDate): CalendarDate {
  const next = addDays(date, 1);
  return isOpen(shop, next) ? next : toNextOpenDay(shop, next);
}

/** The next few slots, for a contact who cannot have the one they asked for. */
export function toNextSlots(free: readonly Slot[]): readonly JsonObject[] {
  return free.slice(0, OFFERED_SLOTS).map(toSlotData);
}

/** A slot as agents see it. */
export function toSlotData({ slotId, date, time }: Slot): JsonObject {
  return { slot_id: slotId, date, time };
}

function toSlotId(shop: Shop, date: CalendarDate, time: string): string {
  return `${shop.slotPrefix}-${date.replaceAll("-", "")}-${time.replace(":", "")}`;
}
