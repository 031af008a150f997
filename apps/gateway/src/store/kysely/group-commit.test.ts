import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { GroupCommit } from "./group-commit.ts";
import { SQLITE } from "./dialects.ts";
import { migrate } from "./migrations/migrate.ts";
import type { Schema } from "./schema.ts";

let folder: string;
let sqlite: Sqlite.Database;
let kysely: Kysely<Schema>;
let commits: GroupCommit;
let seen: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cf-group-"));
  seen = [];
  sqlite = new Sqlite(join(folder, "gateway.db"), { verbose: (statement) => seen.push(String(statement)) });
  sqlite.pragma("journal_mode = wal");
  kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  await migrate(kysely, SQLITE, null);
  commits = new GroupCommit(sqlite, kysely, 500);
});
afterEach(async () => {
  await kysely.destroy();
  rmSync(folder, { recursive: true, force: true });
});

function addWorkspace(id: string, size = 1): Promise<unknown> {
  const row = { id, name: id, wrapped_key: new Uint8Array(size), created_at: 0 };
  return commits.run((db) => db.insertInto("workspaces").values(row).execute());
}

async function ids(): Promise<readonly string[]> {
  const rows = await kysely.selectFrom("workspaces").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

test("units that arrive together share one commit", async () => {
  seen = [];
  await Promise.all(["a", "b", "c", "d"].map((id) => addWorkspace(id)));
  expect(seen.filter((statement) => statement === "commit")).toHaveLength(1);
  expect(await ids()).toEqual(["a", "b", "c", "d"]);
});

test("a unit that fails is undone alone, with all that it had written", async () => {
  const failing = commits.run(async (db) => {
    await db
      .insertInto("workspaces")
      .values({ id: "half", name: "", wrapped_key: new Uint8Array(1), created_at: 0 })
      .execute();
    throw new Error("changed its mind");
  });
  const results = await Promise.allSettled([addWorkspace("a"), failing, addWorkspace("a"), addWorkspace("b")]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: { message: "changed its mind" } });
  expect(await ids()).toEqual(["a", "b"]);
});

test("on a full disk all of a commit fail and none stays; with room again the next succeeds", async () => {
  // A limit of pages is SQLite's own full disk.
  sqlite.pragma(`max_page_count = ${String(sqlite.pragma("page_count", { simple: true }))}`);
  const results = await Promise.allSettled([addWorkspace("a"), addWorkspace("large", 200_000), addWorkspace("b")]);
  for (const result of results) expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  expect(await ids()).toEqual([]);
  sqlite.pragma("max_page_count = 1000000");
  await addWorkspace("large", 200_000);
  expect(await ids()).toEqual(["large"]);
});

test("reads never see what is not committed", async () => {
  const writing = commits.run(async (db) => {
    await db
      .insertInto("workspaces")
      .values({ id: "a", name: "", wrapped_key: new Uint8Array(1), created_at: 0 })
      .execute();
    const reading = ids();
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw Object.assign(new Error("undone"), { reading });
  });
  const undone: unknown = await writing.catch((error: unknown) => error);
  expect(await (undone as { reading: Promise<readonly string[]> }).reading).toEqual([]);
});
