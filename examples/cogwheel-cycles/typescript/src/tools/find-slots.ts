import { type Refusal, defineTool, refused } from "counterfoil/adapter";
import { z } from "zod";
import { findFreeSlots } from "../bookings.ts";
import type { CalendarDate } from "../calendar.ts";
import { type Caller, toCaller } from "../caller.ts";
import { refuseCaller } from "../refusals.ts";
import { isOpen, toOpeningHours } from "../shop.ts";
import { type Slot, toLastDay, toNextOpenDay, toNextSlots, toSlotData } from "../slot.ts";
import type { Workshop } from "../workshop.ts";
import { day, service } from "./inputs.ts";

const input = z.strictObject({
  service,
  date: day,
});

export function findSlots({ queries, clock }: Workshop) {
  return defineTool("find_slots", {
    description: "Find the free workshop slots of one day.",
    input,
    timeoutMs: 5000,
    run: ({ input: { service: wanted, date }, context }) => {
      const caller = toCaller(context, clock());
      if (caller === undefined) return refuseCaller();
      const refusal = refuseDate(date, caller);
      if (refusal !== undefined) return refusal;
      const free = findFreeSlots(queries, caller.shop, caller.now);
      const slots = free.filter((slot) => slot.date === date);
      if (slots.length === 0) return refuseFullDay(date, free);
      return {
        text: `${slots.length} free slot(s) on ${date}. Offer these times; book only a slot_id from this list.`,
        data: { service: wanted, slots: slots.map(toSlotData) },
      };
    },
  });
}

function refuseDate(date: CalendarDate, { shop, now }: Caller): Refusal | undefined {
  const lastDay = toLastDay(now);
  if (date < now.date) {
    return refused({
      category: "validation",
      code: "date_over",
      message: `${date} is over; today is ${now.date}. Ask for a day from today to ${lastDay}.`,
    });
  }
  if (date > lastDay) {
    return refused({
      category: "business",
      code: "date_too_far",
      message: `The calendar of ${shop.name} is open until ${lastDay}. Ask for an earlier day.`,
    });
  }
  if (isOpen(shop, date)) return undefined;
  return refused({
    category: "business",
    code: "closed",
    message: `${shop.name} is closed on ${date}. It is open ${toOpeningHours(shop)}.`,
    partialResults: { nextOpenDay: toNextOpenDay(shop, date), slots: [] },
  });
}

function refuseFullDay(date: CalendarDate, free: readonly Slot[]): Refusal {
  const later = free.filter((slot) => slot.date > date);
  return refused({
    category: "business",
    code: "fully_booked",
    message: `No free slot is left on ${date}. Offer one of the next free slots instead.`,
    partialResults: { slots: toNextSlots(later) },
  });
}
