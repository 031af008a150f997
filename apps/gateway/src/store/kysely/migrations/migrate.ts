import { Migrator } from "kysely";
import type { Queries } from "../database.ts";
import type { Dialect } from "../dialects.ts";
import { createInitialTables } from "./0001-initial.ts";

/** Brings the tables up to date; of several processes at once, one does it and the others wait. */
export async function migrate(db: Queries, dialect: Dialect, schema: string | null): Promise<void> {
  const migrator = new Migrator({
    db,
    ...(schema !== null && { migrationTableSchema: schema }),
    provider: {
      getMigrations: async () => ({
        "0001-initial": {
          up: (tables) => createInitialTables(schema === null ? tables : tables.withSchema(schema), dialect),
        },
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw error instanceof Error ? error : new TypeError("The migration failed.", { cause: error });
}
