import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type Database from "better-sqlite3";
import {
  cancelBooking,
  findBooking,
  findFreeSlots,
  findOpenBooking,
  insertBooking,
  moveBooking,
  type NewBooking,
} from "./bookings.ts";
import { findContactName, rememberContact } from "./contacts.ts";
import { openDatabase, type Queries, toQueries } from "./database.ts";
import { findShop } from "./shop.ts";
import { findBookableSlot, type Slot } from "./slot.ts";

const now = { date: "2026-11-02", time: "12:00" };
const shop = findShop("riverside")!;
const sam = { partnerId: "riverside", phone: "12025550142" };
const noor = { partnerId: "riverside", phone: "+12025550142" };

let folder: string;
let database: Database.Database;
let queries: Queries;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cogwheel-"));
  database = openDatabase(join(folder, "shop.db"));
  queries = toQueries(database);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function slotAt(slotId: string): Slot {
  return findBookableSlot(shop, now, slotId)!;
}

function draft(operationId: string, slotId: string, contact = sam): NewBooking {
  return { operationId, contact, service: "brake-service", slot: slotAt(slotId) };
}

describe("bookings", () => {
  it("count their references up from CW-1000", () => {
    expect(insertBooking(queries, draft("op-1", "rv-20261109-0930"))?.reference).toBe("CW-1000");
    expect(insertBooking(queries, draft("op-2", "rv-20261109-1100", noor))?.reference).toBe("CW-1001");
  });

  it("leave one slot to one contact, whoever else asks on another connection", () => {
    const other = openDatabase(join(folder, "shop.db"));
    expect(insertBooking(queries, draft("op-1", "rv-20261109-0930"))).toBeDefined();
    expect(insertBooking(toQueries(other), draft("op-2", "rv-20261109-0930", noor))).toBeUndefined();
    other.close();
  });

  it("are made once for one operation", () => {
    insertBooking(queries, draft("op-1", "rv-20261109-0930"));
    expect(() => insertBooking(queries, draft("op-1", "rv-20261109-1100"))).toThrow(/operation_id/);
  });

  it("move to a free slot and give the old one back, but not to a taken one", () => {
    const booking = insertBooking(queries, draft("op-1", "rv-20261109-0930"))!;
    insertBooking(queries, draft("op-2", "rv-20261109-1100", noor));
    expect(moveBooking(queries, booking, slotAt("rv-20261109-1100"))).toBeUndefined();
    expect(findOpenBooking(queries, sam, now)).toEqual(booking);
    expect(moveBooking(queries, booking, slotAt("rv-20261109-1530"))?.slot.time).toBe("15:30");
    expect(findFreeSlots(queries, shop, now).map((slot) => slot.slotId)).toContain("rv-20261109-0930");
  });

  it("give their slot back when cancelled", () => {
    const booking = insertBooking(queries, draft("op-1", "rv-20261109-0930"))!;
    cancelBooking(queries, booking);
    expect(findOpenBooking(queries, sam, now)).toBeUndefined();
    expect(insertBooking(queries, draft("op-2", "rv-20261109-0930", noor))).toBeDefined();
  });

  it("are no longer open once their time has come", () => {
    const booking = insertBooking(queries, draft("op-1", "rv-20261109-0930"))!;
    expect(findOpenBooking(queries, sam, { date: "2026-11-09", time: "09:29" })).toEqual(booking);
    expect(findOpenBooking(queries, sam, { date: "2026-11-09", time: "09:30" })).toBeUndefined();
  });

  it("belong to a phone byte for byte", () => {
    const phones = ["12025550142", "+12025550142", "0012025550142", "00 12025550142", " 12025550142"];
    for (const [index, phone] of phones.entries()) {
      rememberContact(queries, { partnerId: "riverside", phone }, `Contact ${index}`);
    }
    insertBooking(queries, draft("op-1", "rv-20261109-0930"));
    expect(phones.map((phone) => findBooking(queries, { ...sam, phone }, "CW-1000") !== undefined)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(phones.map((phone) => findContactName(queries, { ...sam, phone }))).toEqual([
      "Sam Rider",
      "Noor Haddad",
      "Contact 2",
      "Contact 3",
      "Contact 4",
    ]);
  });
});
