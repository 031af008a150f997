import { defineAction } from "counterfoil/adapter";
import { z } from "zod";
import { toBookingAnswer } from "../booking-answer.ts";
import { cancelBooking as cancel, findBooking, isOpenBooking } from "../bookings.ts";
import { toCaller } from "../caller.ts";
import { refuseCaller, refuseChange, refuseForeignBooking } from "../refusals.ts";
import type { Workshop } from "../workshop.ts";
import { bookingRef } from "./inputs.ts";

const input = z.strictObject({ booking_ref: bookingRef });

export function cancelBooking({ clock }: Workshop) {
  return defineAction("cancel_booking", {
    action: "booking.cancel",
    description: "Cancel the contact's open booking.",
    input,
    timeoutMs: 8000,
    run: ({ input: { booking_ref }, context, tx }) => {
      const caller = toCaller(context, clock());
      if (caller === undefined) return refuseCaller();
      const booking = findBooking(tx, caller, booking_ref);
      if (booking === undefined) return refuseForeignBooking(booking_ref, caller);
      if (!isOpenBooking(booking, caller.now)) return refuseChange(booking);
      return toBookingAnswer("Cancelled", cancel(tx, booking), caller, tx);
    },
  });
}
