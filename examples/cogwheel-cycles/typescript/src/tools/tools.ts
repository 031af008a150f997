import type { Workshop } from "../workshop.ts";
import { bookSlot } from "./book-slot.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { findSlots } from "./find-slots.ts";
import { getBooking } from "./get-booking.ts";
import { rescheduleBooking } from "./reschedule-booking.ts";

/** The five tools that `pack.yaml` declares. */
export function createTools(workshop: Workshop) {
  return [
    findSlots(workshop),
    getBooking(workshop),
    bookSlot(workshop),
    rescheduleBooking(workshop),
    cancelBooking(workshop),
  ];
}
