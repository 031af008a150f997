import { defineAction } from "counterfoil/adapter";
import { z } from "zod";
import { toBookingAnswer } from "../booking-answer.ts";
import { findOpenBooking, insertBooking } from "../bookings.ts";
import { toCaller } from "../caller.ts";
import { rememberContact } from "../contacts.ts";
import { refuseCaller, refuseSecondBooking, refuseTakenSlot, refuseUnknownSlot } from "../refusals.ts";
import { findBookableSlot } from "../slot.ts";
import type { Workshop } from "../workshop.ts";
import { service, slotId } from "./inputs.ts";

const input = z.strictObject({
  service,
  slot_id: slotId,
  contact_name: z
    .string()
    .min(1)
    .max(80)
    .describe("The contact's name, when the shop does not know it yet.")
    .optional(),
});

export function bookSlot({ clock }: Workshop) {
  return defineAction("book_slot", {
    action: "booking.create",
    description: "Book a free slot for the contact. Send a slot_id that find_slots gave.",
    input,
    timeoutMs: 8000,
    run: ({ input: { service: wanted, slot_id, contact_name }, context, tx, operation }) => {
      const caller = toCaller(context, clock());
      if (caller === undefined) return refuseCaller();
      const open = findOpenBooking(tx, caller, caller.now);
      if (open !== undefined) return refuseSecondBooking(open);
      const slot = findBookableSlot(caller.shop, caller.now, slot_id);
      if (slot === undefined) return refuseUnknownSlot(slot_id, caller);
      const booking = insertBooking(tx, { operationId: operation.id, contact: caller, service: wanted, slot });
      if (booking === undefined) return refuseTakenSlot(slot_id, caller, tx);
      if (contact_name !== undefined) rememberContact(tx, caller, contact_name);
      return toBookingAnswer("Booked", booking, caller, tx);
    },
  });
}
