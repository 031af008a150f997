import type { JsonObject, StoreUpdate } from "counterfoil/core";
import { type Booking, toBookingText } from "./bookings.ts";
import type { Caller } from "./caller.ts";
import { toContactStore } from "./contact-store.ts";
import type { Queries } from "./database.ts";

export interface BookingAnswer {
  readonly text: string;
  readonly store: StoreUpdate;
  readonly data: JsonObject;
}

/** Tells of one booking, such as `Booked: Brake service on …`, with what the platform shall know from now on. */
export function toBookingAnswer(headline: string, booking: Booking, caller: Caller, queries: Queries): BookingAnswer {
  const { reference, slot } = booking;
  return {
    text: `${headline}: ${toBookingText(booking)}, ${caller.shop.name}, reference ${reference}.`,
    store: toContactStore(queries, caller),
    data: { booking_ref: reference, date: slot.date, time: slot.time },
  };
}
