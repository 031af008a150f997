import { z } from "zod";
import type { Queries } from "./database.ts";

/** A contact of one shop. The phone is a key, not a number: it is compared and kept byte for byte. */
export interface Contact {
  readonly partnerId: string;
  readonly phone: string;
}

const contactRow = z.object({ name: z.string() }).optional();

export function findContactName(queries: Queries, { partnerId, phone }: Contact): string | undefined {
  const row = queries.get("SELECT name FROM contacts WHERE partner_id = ? AND phone = ?", partnerId, phone);
  return contactRow.parse(row)?.name;
}

/** Keeps the name of a contact the shop does not know yet; a known name stays as the shop wrote it. */
export function rememberContact(queries: Queries, { partnerId, phone }: Contact, name: string): void {
  queries.run("INSERT OR IGNORE INTO contacts (partner_id, phone, name) VALUES (?, ?, ?)", partnerId, phone, name);
}
