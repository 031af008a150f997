import type { Kysely } from "kysely";
import type { Dialect } from "./dialects.ts";
import type { Schema } from "./schema.ts";

/** Queries against the tables, inside a unit or on their own. */
export type Queries = Kysely<Schema>;

/** How the stores reach their database: the one place where the two differ in how work is committed. */
export interface Database {
  readonly dialect: Dialect;
  /** Runs reading queries, outside any transaction. */
  readonly read: <Answer>(query: (db: Queries) => Promise<Answer>) => Promise<Answer>;
  /** Runs one unit of work: durable when this resolves, undone when the unit throws. May run the unit again after undoing it. */
  readonly write: <Answer>(unit: (db: Queries) => Promise<Answer>) => Promise<Answer>;
  close(): Promise<void>;
}
