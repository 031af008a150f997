import { defineTool } from "counterfoil/adapter";
import { z } from "zod";
import { toBookingAnswer } from "../booking-answer.ts";
import { type Booking, findBooking, findOpenBooking, isOpenBooking } from "../bookings.ts";
import type { WallTime } from "../calendar.ts";
import { toCaller } from "../caller.ts";
import { toContactStore } from "../contact-store.ts";
import { refuseCaller, refuseForeignBooking } from "../refusals.ts";
import type { Workshop } from "../workshop.ts";
import { bookingRef } from "./inputs.ts";

const input = z.strictObject({ booking_ref: bookingRef.optional() });

export function getBooking({ queries, clock }: Workshop) {
  return defineTool("get_booking", {
    description: "Look up the contact's open booking, or one of their bookings by its reference.",
    input,
    timeoutMs: 5000,
    run: ({ input: { booking_ref: reference }, context }) => {
      const caller = toCaller(context, clock());
      if (caller === undefined) return refuseCaller();
      const booking =
        reference === undefined
          ? findOpenBooking(queries, caller, caller.now)
          : findBooking(queries, caller, reference);
      if (booking !== undefined) return toBookingAnswer(toHeadline(booking, caller.now), booking, caller, queries);
      if (reference !== undefined) return refuseForeignBooking(reference, caller);
      return {
        text: `No open booking at ${caller.shop.name}.`,
        store: toContactStore(queries, caller),
        data: { booking_ref: null },
      };
    },
  });
}

function toHeadline(booking: Booking, now: WallTime): string {
  if (booking.state === "cancelled") return "Cancelled";
  return isOpenBooking(booking, now) ? "Booked" : "Over";
}
