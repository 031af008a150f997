import { defineAction } from "counterfoil/adapter";
import { z } from "zod";
import { toBookingAnswer } from "../booking-answer.ts";
import { findBooking, isOpenBooking, moveBooking } from "../bookings.ts";
import { toCaller } from "../caller.ts";
import { refuseCaller, refuseChange, refuseForeignBooking, refuseTakenSlot, refuseUnknownSlot } from "../refusals.ts";
import { findBookableSlot } from "../slot.ts";
import type { Workshop } from "../workshop.ts";
import { bookingRef, slotId } from "./inputs.ts";

const input = z.strictObject({ booking_ref: bookingRef, slot_id: slotId });

export function rescheduleBooking({ clock }: Workshop) {
  return defineAction("reschedule_booking", {
    action: "booking.reschedule",
    description: "Move the contact's open booking to another free slot.",
    input,
    timeoutMs: 8000,
    run: ({ input: { booking_ref, slot_id }, context, tx }) => {
      const caller = toCaller(context, clock());
      if (caller === undefined) return refuseCaller();
      const booking = findBooking(tx, caller, booking_ref);
      if (booking === undefined) return refuseForeignBooking(booking_ref, caller);
      if (!isOpenBooking(booking, caller.now)) return refuseChange(booking);
      const slot = findBookableSlot(caller.shop, caller.now, slot_id);
      if (slot === undefined) return refuseUnknownSlot(slot_id, caller);
      const moved = moveBooking(tx, booking, slot);
      if (moved === undefined) return refuseTakenSlot(slot_id, caller, tx);
      return toBookingAnswer("Moved", moved, caller, tx);
    },
  });
}
