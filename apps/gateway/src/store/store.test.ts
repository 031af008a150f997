import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openPostgresStore, openSqliteStore } from "./create-store.ts";
import { startPostgres, type TestPostgres } from "./postgres.testdata.ts";
import { testStore } from "./store.testsuite.ts";

const folder = mkdtempSync(join(tmpdir(), "cf-store-"));
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

testStore("SQLite store", async () => ({ open: () => openSqliteStore({ file: join(folder, "gateway.db") }) }));

testStore("Postgres store", async () => ({
  open: () => openPostgresStore({ url: postgres.url, schema: "suite", poolSize: 8 }),
}));
