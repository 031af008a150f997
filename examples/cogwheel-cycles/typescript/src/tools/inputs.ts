import { z } from "zod";
import { SERVICES } from "../service.ts";

// Parameters that several tools share; `pack.yaml` declares the same.

export const service = z.enum(SERVICES);

export const day = z.iso.date().describe("The day in the shop's calendar, YYYY-MM-DD.");

export const slotId = z.string().min(1).max(40).describe("A slot_id from find_slots, such as rv-20261109-1100.");

export const bookingRef = z
  .string()
  .regex(/^CW-[0-9]{4,9}$/)
  .describe("A reference such as CW-1000.");
