import type { StoreUpdate } from "counterfoil/core";
import { findOpenBooking, toBookingText } from "./bookings.ts";
import type { Caller } from "./caller.ts";
import { findContactName } from "./contacts.ts";
import type { Queries } from "./database.ts";

/** What the platform shall know of the contact. Read back from the tables, so that it is the state after a change. */
export function toContactStore(queries: Queries, caller: Caller): StoreUpdate {
  const name = findContactName(queries, caller);
  const open = findOpenBooking(queries, caller, caller.now);
  const openText = open && `- **OPEN_BOOKING**: ${toBookingText(open)}, reference ${open.reference}`;
  return {
    isTemporary: false,
    entries: [
      ...(name === undefined ? [] : [{ key: "registered_user", value: `- **CONTACT_NAME**: ${name}` }]),
      { key: "open_booking", value: openText ?? null },
    ],
    facts: { has_open_booking: open !== undefined, open_booking_ref: open?.reference ?? "" },
  };
}
