import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "counterfoil/adapter/node";
import { createCogwheelAdapter } from "../examples/cogwheel-cycles/typescript/src/adapter.ts";
import { startTestGateway, type TestGateway } from "./gateway.testdata.ts";

const NOW = () => new Date("2026-11-02T12:00:00Z");

let folder: string;
let gateway: TestGateway;
let shop: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-cogwheel-"));
  shop = await serve(createCogwheelAdapter({ file: join(folder, "shop.sqlite"), secret: "shop-secret", clock: NOW }), {
    host: "127.0.0.1",
    port: 0,
  });
  gateway = await startTestGateway({ clock: NOW });
  const pack = readFileSync(new URL("../examples/cogwheel-cycles/pack.yaml", import.meta.url), "utf8");
  const connected = await gateway.connectPack(
    "cogwheel",
    pack.replace("http://127.0.0.1:7411", shop.origin),
    "shop-secret",
  );
  expect(connected.body).toMatchObject({ quarantined: [], warnings: [] });
  await gateway.converse("rider");
  await gateway.converse("rider-old-town", { partnerId: "old-town" });
});

afterAll(async () => {
  await gateway.close();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the dialogues of the domain-pack contract, through the gateway", () => {
  it("finds the free slots of a day", async () => {
    const { body } = await gateway.call({
      conversation: "rider",
      tool: "find_slots",
      arguments: { service: "brake-service", date: "2026-11-09" },
    });
    expect(body).toMatchObject({
      outcome: "succeeded",
      text: "3 free slot(s) on 2026-11-09. Offer these times; book only a slot_id from this list.",
      data: {
        service: "brake-service",
        slots: [
          { slot_id: "rv-20261109-0930", date: "2026-11-09", time: "09:30" },
          { slot_id: "rv-20261109-1100", date: "2026-11-09", time: "11:00" },
          { slot_id: "rv-20261109-1530", date: "2026-11-09", time: "15:30" },
        ],
      },
    });
  });

  it("withholds what needs an open booking, and says why", async () => {
    const { body } = await gateway.request("GET", "/v1/tools?conversation=rider", { key: gateway.appKey });
    const tools = body["tools"] as { name: string }[];
    expect(tools.map(({ name }) => name).sort()).toEqual(["book_slot", "find_slots", "get_booking"]);
    const withheld = body["withheld"] as { name: string; reasons: string[] }[];
    expect(withheld.map(({ name }) => name).sort()).toEqual(["cancel_booking", "reschedule_booking"]);
    expect(withheld[0]?.reasons[0]).toContain("has_open_booking to be true; it is false");
    const called = await gateway.call({
      conversation: "rider",
      tool: "cancel_booking",
      arguments: { booking_ref: "CW-1000" },
    });
    expect([called.status, called.body["code"]]).toEqual([409, "tool_not_offered"]);
  });

  it("books, and keeps what the shop asks to remember", async () => {
    const { body } = await gateway.call({
      conversation: "rider",
      tool: "book_slot",
      arguments: { service: "brake-service", slot_id: "rv-20261109-1100" },
    });
    expect(body).toMatchObject({
      outcome: "succeeded",
      text: "Booked: Brake service on 2026-11-09 at 11:00, Cogwheel Cycles Riverside, reference CW-1000.",
      data: { booking_ref: "CW-1000", date: "2026-11-09", time: "11:00" },
    });
    const address = {
      workspaceId: gateway.workspaceId,
      domainId: "cogwheel-cycles",
      contactKey: "riverside/12025550142",
      conversationId: "rider",
    };
    const entries = await gateway.gateway.store.contacts.entries(address);
    expect(entries.map(({ key, value, isTemporary }) => ({ key, value, isTemporary }))).toEqual([
      { key: "registered_user", value: "- **CONTACT_NAME**: Sam Rider", isTemporary: false },
      {
        key: "open_booking",
        value: "- **OPEN_BOOKING**: Brake service on 2026-11-09 at 11:00, reference CW-1000",
        isTemporary: false,
      },
    ]);
    const facts = await gateway.gateway.store.contacts.facts(address);
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toEqual({
      has_open_booking: true,
      open_booking_ref: "CW-1000",
    });
  });

  it("offers at once what the new facts open", async () => {
    const { body } = await gateway.request("GET", "/v1/tools?conversation=rider", { key: gateway.appKey });
    expect((body["tools"] as { name: string }[]).map(({ name }) => name)).toContain("cancel_booking");
  });

  it("is told that the shop is closed on Monday, and when it opens", async () => {
    const { body } = await gateway.call({
      conversation: "rider-old-town",
      tool: "find_slots",
      arguments: { service: "brake-service", date: "2026-11-09" },
    });
    expect(body).toMatchObject({
      outcome: "refused",
      error: {
        category: "business",
        retryable: false,
        message: "Cogwheel Cycles Old Town is closed on 2026-11-09. It is open Tuesday to Saturday, 10:00 to 19:00.",
        attempted_query: "service=brake-service; date=2026-11-09",
        partial_results: { nextOpenDay: "2026-11-10", slots: [] },
      },
    });
  });
});
