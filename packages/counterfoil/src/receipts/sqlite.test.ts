import Database from "better-sqlite3";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { SetupError } from "../core/error.ts";
import type { RecordParams, SqlTransaction } from "./receipts.ts";
import { settlement, testReceipts } from "./receipts.testsuite.ts";
import { sqliteReceipts } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "counterfoil-receipts-"));
let files = 0;
const opened: Database.Database[] = [];

afterAll(() => {
  for (const database of opened) database.close();
  rmSync(folder, { recursive: true });
});

function openBusiness() {
  files += 1;
  const file = join(folder, `${files}.db`);
  const business = new Database(file);
  opened.push(business);
  business.exec("CREATE TABLE changes (name TEXT NOT NULL) STRICT");
  const changes = () => business.prepare<[], string>("SELECT name FROM changes").pluck().all();
  return { file, business, changes };
}

function insert(tx: SqlTransaction, name: string): void {
  tx.run("INSERT INTO changes (name) VALUES (?)", name);
}

testReceipts("sqliteReceipts", (retentionSeconds) => {
  const { file, changes } = openBusiness();
  return { receipts: sqliteReceipts(file, { retentionSeconds }), change: insert, changes };
});

describe("sqliteReceipts", () => {
  const KEY = { scope: "platform", operationId: "an-operation-of-ours" };

  function setUp() {
    const { file, business, changes } = openBusiness();
    const receipts = sqliteReceipts(file, { retentionSeconds: 60 });
    const record = (work: RecordParams<SqlTransaction>["work"], startWithinMs = 1000) =>
      receipts.record({ ...KEY, fingerprint: "v1=:one:", startWithinMs, work });
    return { file, business, changes, receipts, record };
  }

  it.each([
    "COMMIT",
    "commit;",
    ";COMMIT",
    " ; -- now\n;COMMIT",
    " -- now\n /* or */ ROLLBACK",
    "END",
    "SAVEPOINT x",
    "RELEASE x",
    "BEGIN",
  ])("does not let a handler end the transaction by %j", async (sql) => {
    const { receipts, record, changes } = setUp();
    const outcome = await record(async (tx) => {
      insert(tx, "one");
      tx.run(sql);
      return settlement();
    });
    expect(outcome).toMatchObject({ kind: "rolled-back", cause: { message: expect.stringContaining("the SDK") } });
    expect(changes()).toEqual([]);
    expect(await receipts.find(KEY)).toBeNull();
  });

  it("commits nothing of a handler that goes on after a conflict has rolled the transaction back", async () => {
    const { receipts, record, changes, business } = setUp();
    business.exec("CREATE UNIQUE INDEX one_of_each ON changes (name)");
    const outcome = await record(async (tx) => {
      insert(tx, "one");
      try {
        tx.run("INSERT OR ROLLBACK INTO changes (name) VALUES ('one')");
      } catch {
        // The handler means to go on.
      }
      expect(() => insert(tx, "two")).toThrow("the transaction is over");
      return settlement();
    });
    expect(outcome.kind).toBe("rolled-back");
    expect(changes()).toEqual([]);
    expect(await receipts.find(KEY)).toBeNull();
  });

  it("takes everything back when the commit is refused", async () => {
    const { receipts, record, changes, business } = setUp();
    business.exec(`CREATE TABLE parents (id INTEGER PRIMARY KEY);
      CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`);
    const outcome = await record(async (tx) => {
      insert(tx, "one");
      tx.run("INSERT INTO children (parent) VALUES (1)");
      return settlement();
    });
    expect(outcome).toMatchObject({ kind: "rolled-back", cause: { code: "SQLITE_CONSTRAINT_FOREIGNKEY" } });
    expect(changes()).toEqual([]);
    expect(await receipts.find(KEY)).toBeNull();
  });

  it("waits for another writer without stopping the event loop, up to its limit", async () => {
    const { record, business, changes } = setUp();
    business.exec("BEGIN IMMEDIATE");
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const work = async (tx: SqlTransaction) => {
      insert(tx, "one");
      return settlement();
    };
    expect(await record(work, 150)).toEqual({ kind: "running" });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    const waiting = record(work, 2000);
    await sleep(50);
    business.exec("COMMIT");
    expect(await waiting).toMatchObject({ kind: "recorded" });
    expect(changes()).toEqual(["one"]);
  });

  it("decides between two connections to one file by the unique key", async () => {
    const { file, changes } = setUp();
    const stores = [1, 2].map(() => sqliteReceipts(file, { retentionSeconds: 60 }));
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        stores[index % 2]!.record({
          ...KEY,
          fingerprint: "v1=:one:",
          startWithinMs: 2000,
          work: async (tx) => {
            await sleep(5);
            insert(tx, "one");
            return settlement();
          },
        }),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === "recorded")).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === "known")).toHaveLength(63);
    expect(changes()).toEqual(["one"]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("never says that nothing happens while another process may be at work on the operation", async () => {
    const { file, changes } = setUp();
    const [first, second] = [1, 2].map(() => sqliteReceipts(file, { retentionSeconds: 60 }));
    const slow = async (tx: SqlTransaction) => {
      insert(tx, "one");
      await sleep(200);
      return settlement();
    };
    const attempt = { ...KEY, fingerprint: "v1=:one:", startWithinMs: 40, work: slow };
    const running = first!.record(attempt);
    const other = second!.record({ ...attempt, operationId: "another-operation-of-ours" });
    const duplicates = await Promise.all([second!.record(attempt), other]);
    expect(duplicates).toEqual([{ kind: "running" }, { kind: "running" }]);
    expect(await running).toMatchObject({ kind: "recorded" });
    expect(changes()).toEqual(["one"]);
    await Promise.all([first!.close(), second!.close()]);
  });

  it("reads its own rows and those of the business in one transaction", async () => {
    const { record } = setUp();
    const seen: unknown[] = [];
    await record(async (tx) => {
      insert(tx, "one");
      seen.push(tx.get("SELECT name FROM changes"), tx.all("SELECT count(*) AS count FROM changes"));
      return settlement();
    });
    expect(seen).toEqual([{ name: "one" }, [{ count: 1 }]]);
  });

  it("opens a file again with everything that was recorded", async () => {
    const { file, receipts, record } = setUp();
    await record(async () => settlement());
    await receipts.close();
    const again = sqliteReceipts(file, { retentionSeconds: 60 });
    expect(await again.find(KEY)).toMatchObject({ state: "succeeded", reply: settlement().reply });
    await again.close();
  });

  it("keeps tombstones for as long as a raised retention lets their operations be repeated", async () => {
    const { file, receipts, record } = setUp();
    const { recordedAt } = settlement();
    await record(async () => settlement({ expiresAt: new Date(+recordedAt + 60_000) }));
    await receipts.close();
    const raised = sqliteReceipts(file, { retentionSeconds: 30 * 86_400 });
    await raised.prune(new Date(+recordedAt + 59 * 86_400_000));
    expect(await raised.find(KEY)).not.toBeNull();
    await raised.prune(new Date(+recordedAt + 60 * 86_400_000));
    expect(await raised.find(KEY)).toBeNull();
    await raised.close();
  });

  it("asks for a file", () => {
    expect(() => sqliteReceipts(":memory:", { retentionSeconds: 60 })).toThrow("memoryReceipts");
  });

  it("says which file it cannot use, and why", () => {
    const notADatabase = join(folder, "letter.txt");
    writeFileSync(notADatabase, "Dear customer, ".repeat(400));
    for (const file of [join(folder, "nowhere", "desk.db"), folder, notADatabase, " :memory: "]) {
      const open = () => sqliteReceipts(file, { retentionSeconds: 60 });
      expect(open).toThrow(SetupError);
      expect(open).toThrow(`cannot use the file ${file}`);
    }
  });
});
