import { z } from "zod";
import { type WallTime, isLater } from "./calendar.ts";
import type { Contact } from "./contacts.ts";
import type { Queries } from "./database.ts";
import { SERVICE_NAMES, SERVICES, type Service } from "./service.ts";
import type { Shop } from "./shop.ts";
import { type Slot, toBookableSlots } from "./slot.ts";

export interface Booking extends Contact {
  /** Such as `CW-1000`. */
  readonly reference: string;
  readonly service: Service;
  readonly slot: Slot;
  readonly state: "booked" | "cancelled";
}

export interface NewBooking {
  readonly operationId: string;
  readonly contact: Contact;
  readonly service: Service;
  readonly slot: Slot;
}

const FIRST_NUMBER = 1000;

const bookingRow = z
  .object({
    number: z.number(),
    partner_id: z.string(),
    phone: z.string(),
    service: z.enum(SERVICES),
    slot_id: z.string(),
    date: z.string(),
    time: z.string(),
    state: z.enum(["booked", "cancelled"]),
  })
  .transform((row): Booking => ({
    reference: `CW-${row.number}`,
    partnerId: row.partner_id,
    phone: row.phone,
    service: row.service,
    slot: { slotId: row.slot_id, date: row.date, time: row.time },
    state: row.state,
  }))
  .optional();

const takenRows = z.array(z.object({ slot_id: z.string() }));

/** Finds a booking among the contact's own; somebody else's reads like one that does not exist. */
export function findBooking(queries: Queries, contact: Contact, reference: string): Booking | undefined {
  const row = queries.get(
    "SELECT * FROM bookings WHERE number = ? AND partner_id = ? AND phone = ?",
    toNumber(reference),
    contact.partnerId,
    contact.phone,
  );
  return bookingRow.parse(row);
}

/** The contact's booking that is still to come; a shop gives each contact one at a time. */
export function findOpenBooking(queries: Queries, contact: Contact, now: WallTime): Booking | undefined {
  const row = queries.get(
    `SELECT * FROM bookings
     WHERE partner_id = ? AND phone = ? AND state = 'booked' AND (date, time) > (?, ?)
     ORDER BY date, time LIMIT 1`,
    contact.partnerId,
    contact.phone,
    now.date,
    now.time,
  );
  return bookingRow.parse(row);
}

/** The shop's slots that can be booked at this moment, in order of time. */
export function findFreeSlots(queries: Queries, shop: Shop, now: WallTime): readonly Slot[] {
  const rows = queries.all(
    "SELECT slot_id FROM bookings WHERE partner_id = ? AND state = 'booked' AND date >= ?",
    shop.partnerId,
    now.date,
  );
  const taken = new Set(takenRows.parse(rows).map((row) => row.slot_id));
  return toBookableSlots(shop, now).filter((slot) => !taken.has(slot.slotId));
}

/** Books the slot, or answers undefined when another booking holds it: the unique index decides. */
export function insertBooking(
  queries: Queries,
  { operationId, contact, service, slot }: NewBooking,
): Booking | undefined {
  const row = queries.get(
    `INSERT INTO bookings (number, operation_id, partner_id, phone, service, slot_id, date, time, state)
     VALUES ((SELECT coalesce(max(number) + 1, ${FIRST_NUMBER}) FROM bookings), ?, ?, ?, ?, ?, ?, ?, 'booked')
     ON CONFLICT (slot_id) WHERE state = 'booked' DO NOTHING
     RETURNING *`,
    operationId,
    contact.partnerId,
    contact.phone,
    service,
    slot.slotId,
    slot.date,
    slot.time,
  );
  return bookingRow.parse(row);
}

/** Moves the booking, or answers undefined when another booking holds the slot. */
export function moveBooking(queries: Queries, booking: Booking, slot: Slot): Booking | undefined {
  const row = queries.get(
    "UPDATE OR IGNORE bookings SET slot_id = ?, date = ?, time = ? WHERE number = ? RETURNING *",
    slot.slotId,
    slot.date,
    slot.time,
    toNumber(booking.reference),
  );
  return bookingRow.parse(row);
}

export function cancelBooking(queries: Queries, booking: Booking): Booking {
  queries.run("UPDATE bookings SET state = 'cancelled' WHERE number = ?", toNumber(booking.reference));
  return { ...booking, state: "cancelled" };
}

export function isOpenBooking(booking: Booking, now: WallTime): boolean {
  return booking.state === "booked" && isLater(booking.slot, now);
}

/** Such as `Brake service on 2026-11-09 at 11:00`. */
export function toBookingText({ service, slot }: Booking): string {
  return `${SERVICE_NAMES[service]} on ${slot.date} at ${slot.time}`;
}

function toNumber(reference: string): number {
  return Number(reference.slice("CW-".length));
}
