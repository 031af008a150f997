import { readFileSync } from "node:fs";
import { parsePack } from "counterfoil/contracts";
import { describe, expect, it } from "vitest";
import { openDatabase, toQueries } from "./database.ts";
import { findShop } from "./shop.ts";
import { createTools } from "./tools/tools.ts";

const pack = parsePack(readFileSync(new URL("../../pack.yaml", import.meta.url), "utf8"));
if (!pack.ok) throw new Error(JSON.stringify(pack.faults));
const catalog = pack.value;
const tools = createTools({ queries: toQueries(openDatabase(":memory:")), clock: () => new Date() });

describe("pack.yaml", () => {
  it("is read without a quarantined tool or a warning", () => {
    expect(catalog.quarantined).toEqual([]);
    expect(catalog.warnings).toEqual([]);
  });

  it("declares the adapter's tools exactly as the adapter does", () => {
    const declared = catalog.tools.map(({ name, description, mutating, timeoutMs, parameters }) => ({
      name,
      description,
      mutating,
      timeoutMs,
      parameters: { ok: true, value: parameters.document },
    }));
    const defined = tools.map(({ name, texts, action, input }) => ({
      name,
      description: texts.description,
      mutating: action !== null,
      timeoutMs: texts.timeoutMs,
      parameters: input.toParameters(),
    }));
    expect(declared).toEqual(defined);
  });

  it("declares the shops as Partners, with their names and time zones", () => {
    const partners = catalog.domain?.partners ?? [];
    expect(partners).toHaveLength(2);
    for (const { partnerId, name, timezone } of partners) {
      expect(findShop(partnerId)).toMatchObject({ name, timezone });
    }
  });

  it("offers what changes a booking only to contacts who have one", () => {
    const gated = catalog.tools.filter((tool) => "has_open_booking" in tool.requiresFacts).map((tool) => tool.name);
    expect(gated).toEqual(["reschedule_booking", "cancel_booking"]);
  });
});
