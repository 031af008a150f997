import { type Refusal, refused } from "counterfoil/adapter";
import { type Booking, findFreeSlots, toBookingText } from "./bookings.ts";
import type { Caller } from "./caller.ts";
import type { Queries } from "./database.ts";
import { toNextSlots } from "./slot.ts";

// A refusal's message reaches the agent as it is: each says what to do next.

export function refuseCaller(): Refusal {
  return refused({
    category: "permission",
    code: "unknown_partner",
    message: "This call names no Cogwheel Cycles shop. Send partnerId riverside or old-town, and the contact's phone.",
  });
}

export function refuseSecondBooking(open: Booking): Refusal {
  return refused({
    category: "business",
    code: "already_booked",
    message: `This contact already has a booking: ${toBookingText(open)}, reference ${open.reference}. Reschedule or cancel it instead.`,
    partialResults: { booking_ref: open.reference, date: open.slot.date, time: open.slot.time },
  });
}

/** The same words for a booking of somebody else and for none at all, so that references cannot be probed. */
export function refuseForeignBooking(reference: string, { shop }: Caller): Refusal {
  return refused({
    category: "permission",
    code: "not_their_booking",
    message: `${reference} is not a booking of this contact at ${shop.name}. Call get_booking without a reference to see theirs.`,
  });
}

export function refuseChange(booking: Booking): Refusal {
  const state = booking.state === "cancelled" ? "cancelled" : "over";
  return refused({
    category: "business",
    code: "booking_not_open",
    message: `${toBookingText(booking)}, reference ${booking.reference}, is ${state} and cannot be changed. Book a new slot instead.`,
  });
}

export function refuseUnknownSlot(slotId: string, { shop }: Caller): Refusal {
  return refused({
    category: "validation",
    code: "unknown_slot",
    message: `${shop.name} has no slot ${slotId} ahead. Call find_slots and send a slot_id from its answer.`,
  });
}

export function refuseTakenSlot(slotId: string, { shop, now }: Caller, queries: Queries): Refusal {
  return refused({
    category: "business",
    code: "slot_taken",
    message: `Slot ${slotId} is already taken. Offer one of the next free slots instead.`,
    partialResults: { slots: toNextSlots(findFreeSlots(queries, shop, now)) },
  });
}
