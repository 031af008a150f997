import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Adapter } from "counterfoil/adapter";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createCogwheelAdapter } from "./adapter.ts";

// Members keep the order of the file, because replies are compared as text.
const anything = z.looseObject({});
const { now, dialogues } = z
  .object({ now: z.string(), dialogues: z.array(z.object({ title: z.string(), request: anything, reply: anything })) })
  .parse(JSON.parse(readFileSync(new URL("../../dialogues.json", import.meta.url), "utf8")));

const secret = "cogwheel-test-secret";

let folder: string;
let adapter: Adapter;

function open(): Adapter {
  return createCogwheelAdapter({
    file: join(folder, "cogwheel.db"),
    secret,
    clock: () => new Date(`${now}T12:00:00Z`),
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cogwheel-"));
  adapter = open();
});

afterEach(async () => {
  await adapter.close();
  rmSync(folder, { recursive: true });
});

async function send(request: object, apiKey = secret): Promise<Response> {
  return adapter.fetch(
    new Request("http://cogwheel.test/v1/tools/execute", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify(request),
    }),
  );
}

function booking(operationKey: string, phone: string, slotId = "rv-20261110-1100"): object {
  return {
    toolName: "book_slot",
    parameters: { service: "brake-service", slot_id: slotId },
    context: { domainId: "cogwheel-cycles", partnerId: "riverside", phone, operationKey },
  };
}

function countBookings(): number {
  const database = new Database(join(folder, "cogwheel.db"), { readonly: true });
  const count = database.prepare("SELECT count(*) FROM bookings").pluck().get();
  database.close();
  return Number(count);
}

describe("the dialogues that every Cogwheel adapter holds", () => {
  it("come out field for field, in this order", async () => {
    for (const { title, request, reply } of dialogues) {
      const response = await send(request);
      expect({ title, status: response.status, body: await response.text() }).toEqual({
        title,
        status: 200,
        body: JSON.stringify(reply),
      });
    }
  });
});

describe("cogwheel", () => {
  it("answers 401 to a wrong secret", async () => {
    expect((await send(dialogues[0]!.request, "wrong")).status).toBe(401);
  });

  it("gives one slot to one of twenty contacts who ask at once", async () => {
    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const response = await send(booking(`race-${index}-0000000000`, `+4420794600${index}`));
        return response.text();
      }),
    );
    expect(texts.filter((text) => text.includes('"Booked: '))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("already taken"))).toHaveLength(19);
    expect(countBookings()).toBe(1);
  });

  it("books once however often one operation is sent at once, and answers the same bytes after a restart", async () => {
    const request = booking("repeat-0000000000", "12025550142");
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await send(request)).text()));
    await adapter.close();
    adapter = open();
    texts.push(await (await send(request)).text());
    expect(new Set(texts).size).toBe(1);
    expect(countBookings()).toBe(1);
  });

  it("remembers a refusal: the repeat cannot contradict what the contact was told", async () => {
    await send(booking("first-00000000000", "12025550142"));
    const refusal = await (await send(booking("second-0000000000", "+12025550142"))).text();
    await send({
      toolName: "cancel_booking",
      parameters: { booking_ref: "CW-1000" },
      context: { partnerId: "riverside", phone: "12025550142", operationKey: "cancel-0000000000" },
    });
    expect(await (await send(booking("second-0000000000", "+12025550142"))).text()).toBe(refusal);
    expect(await (await send(booking("third-00000000000", "+12025550142"))).text()).toContain("Booked: ");
  });

  it.each(["2026-10-24", "2026-10-25", "2026-10-26", "2027-03-27", "2027-03-28", "2027-03-29"])(
    "offers the shop's own wall times on %s to a contact in another zone",
    async (date) => {
      await adapter.close();
      adapter = createCogwheelAdapter({
        file: join(folder, "cogwheel.db"),
        secret,
        clock: () => new Date(`${date}T07:00:00Z`),
      });
      const response = await send({
        toolName: "find_slots",
        parameters: { service: "brake-service", date },
        context: { partnerId: "riverside", phone: "12025550142", timezone: "America/Los_Angeles" },
      });
      expect(await response.json()).toMatchObject({
        data: { data: { slots: [{ time: "09:30" }, { time: "11:00" }, { time: "15:30" }] } },
      });
    },
  );

  it("offers the next free slots when a day is full", async () => {
    for (const [index, time] of ["0930", "1100", "1530"].entries()) {
      await send(booking(`fill-${index}-0000000000`, `+4420794601${index}`, `rv-20261110-${time}`));
    }
    const response = await send({
      toolName: "find_slots",
      parameters: { service: "brake-service", date: "2026-11-10" },
      context: { partnerId: "riverside", phone: "12025550142" },
    });
    expect(await response.json()).toMatchObject({
      data: {
        isError: true,
        content: { errorCategory: "business", partial_results: { slots: [{ slot_id: "rv-20261111-0930" }, {}, {}] } },
      },
    });
  });
});
