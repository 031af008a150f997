import { afterAll, beforeAll, expect, describe, it } from "vitest";
import { createAdapter, defineAction } from "counterfoil/adapter";
import { serve } from "counterfoil/adapter/node";
import { sqliteReceipts } from "counterfoil/receipts/sqlite";
import Database from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { startTestGateway, type TestAnswer, type TestGateway } from "./gateway.testdata.ts";

const OPERATIONS = Number(process.env["DUPLICATE_OPERATIONS"] ?? 200);
const COPIES = 64;

let folder: string;
let gateway: TestGateway;
let adapter: Awaited<ReturnType<typeof serve>>;
let counter: Database.Database;

const PACK = (origin: string) => `
domainId: counting
name: Counting
languages: [en]
adapter: { origin: "${origin}", secret: "\${COUNTING_SECRET}" }
partners: [{ partnerId: riverside, name: Riverside, timezone: Europe/London }]
facts: {}
tools:
  - name: thing.count
    description: Counts one.
    effect: write
    timeoutMs: 8000
    parameters:
      type: object
      properties: { mark: { type: string, minLength: 1 } }
      required: [mark]
      additionalProperties: false
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-duplicates-"));
  const file = join(folder, "business.sqlite");
  counter = new Database(file);
  counter.exec("CREATE TABLE change (mark TEXT NOT NULL)");
  const counting = createAdapter({
    contractVersion: "2026-09-01",
    languages: ["en"],
    credentials: [{ scope: "platform", bearer: ["provider-token"], apiKey: ["pack-secret"] }],
    receipts: sqliteReceipts(file, { retentionSeconds: 86_400 }),
    tools: [
      defineAction("thing.count", {
        action: "thing.count",
        description: "Counts one.",
        input: z.strictObject({ mark: z.string().min(1) }),
        evidence: ["action"],
        timeoutMs: 8000,
        run: ({ input, tx }) => {
          tx.run("INSERT INTO change (mark) VALUES (?)", input.mark);
          return { text: `Counted ${input.mark}.`, data: { mark: input.mark } };
        },
      }),
    ],
  });
  adapter = await serve(counting, { host: "127.0.0.1", port: 0 });
  gateway = await startTestGateway();
  expect((await gateway.connectProvider("by-provider", adapter.origin, "provider-token")).status).toBe(201);
  expect((await gateway.connectPack("by-pack", PACK(adapter.origin), "pack-secret")).status).toBe(201);
  await gateway.converse("c1", { domainId: "counting" });
});

afterAll(async () => {
  await gateway.close();
  await adapter.close();
  counter.close();
  rmSync(folder, { recursive: true, force: true });
});

const toComparable = ({ body }: TestAnswer) => {
  const { outcome, operation_id, text, evidence, data } = body;
  return { outcome, operation_id, text, evidence, data };
};

describe.each([
  ["provider", "thing_count"],
  ["domain-pack", "by_pack_thing_count"],
])("over the %s contract", (contract, tool) => {
  it(
    `${COPIES} concurrent duplicates of one mutation are one change, ${OPERATIONS} times over`,
    { timeout: 600_000 },
    async () => {
      let inProgress = 0;
      for (let round = 0; round < OPERATIONS; round += 1) {
        const mark = `${contract}-${round}`;
        const body = { conversation: "c1", tool, arguments: { mark } };
        const answers = await Promise.all(
          Array.from({ length: COPIES }, () => gateway.call(body, { "idempotency-key": mark })),
        );
        const settled = answers.filter(({ status }) => status === 200);
        expect(settled.length).toBeGreaterThan(0);
        const [first] = settled.map(toComparable);
        expect(first).toMatchObject({
          outcome: "succeeded",
          text: `Counted ${mark}.`,
          data: contract === "provider" ? undefined : { mark },
        });
        for (const answer of settled) expect(toComparable(answer)).toEqual(first);
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          expect([answer.status, answer.body["code"]]).toEqual([409, "operation_in_progress"]);
          inProgress += 1;
        }
        expect(settled.filter(({ body: { replayed } }) => replayed === false)).toHaveLength(1);
      }
      const rows = counter
        .prepare("SELECT mark, count(*) AS changes FROM change WHERE mark LIKE ? GROUP BY mark")
        .all(`${contract}-%`);
      expect(rows).toHaveLength(OPERATIONS);
      expect(rows.every((row) => (row as { changes: number }).changes === 1)).toBe(true);
      expect(inProgress).toBe(0);
    },
  );

  it("the same idempotency key with other arguments is a conflict that shows nothing of the first", async () => {
    const key = { "idempotency-key": `conflict-${contract}` };
    const first = await gateway.call({ conversation: "c1", tool, arguments: { mark: `first-${contract}` } }, key);
    expect(first.body["outcome"]).toBe("succeeded");
    const second = await gateway.call({ conversation: "c1", tool, arguments: { mark: `second-${contract}` } }, key);
    expect([second.status, second.body["code"]]).toEqual([409, "idempotency_conflict"]);
    expect(second.text).not.toContain(`first-${contract}`);
    expect(second.text).not.toContain(String(first.body["operation_id"]));
    expect(counter.prepare("SELECT count(*) AS n FROM change WHERE mark = ?").get(`second-${contract}`)).toEqual({
      n: 0,
    });
  });

  it("without a key, the immediate repeat within the turn is recognised, and another change in between makes it new", async () => {
    await gateway.request("POST", "/v1/conversations/c1/turns", { key: gateway.appKey });
    const book = (mark: string) => gateway.call({ conversation: "c1", tool, arguments: { mark } });
    const [a, repeat, b, again] = [
      await book(`a-${contract}`),
      await book(`a-${contract}`),
      await book(`b-${contract}`),
      await book(`a-${contract}`),
    ];
    expect([a.body["replayed"], repeat.body["replayed"], b.body["replayed"], again.body["replayed"]]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(repeat.body["operation_id"]).toBe(a.body["operation_id"]);
    expect(again.body["operation_id"]).not.toBe(a.body["operation_id"]);
  });
});
