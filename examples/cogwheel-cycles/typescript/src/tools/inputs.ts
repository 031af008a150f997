import { z } from "zod";
import { SERVICE_IDS } from "../service.ts";

// Parameters that several tools share; `pack.yaml` declares the same.

export const service = z.enum(SERVICE_IDS);

// The SDK asserts formats by itself; zod's own date check would put a long pattern before the model.
export const day = z.string().meta({ format: "date", description: "The day in the shop's calendar, YYYY-MM-DD." });

export const slotId = z.string().min(1).max(40).describe("A slot_id from find_slots, such as rv-20261109-1100.");

export const bookingRef = z
  .string()
  .regex(/^CW-[0-9]{4,9}$/)
  .describe("A reference such as CW-1000.");
