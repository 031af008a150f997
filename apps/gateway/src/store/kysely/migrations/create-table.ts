import type { CreateTableBuilder, Kysely } from "kysely";
import type { Dialect } from "../dialects.ts";

/** A trailing `?` allows null; `counter` counts up with every row. */
export type ColumnKind = "text" | "text?" | "integer" | "integer?" | "bytes" | "bytes?" | "counter";

const COLUMN_TYPES = {
  text: "text",
  "text?": "text",
  integer: "integer",
  "integer?": "integer",
  bytes: "bytes",
  "bytes?": "bytes",
} as const;

export interface TableShape {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly primaryKey: readonly string[];
  /** The table whose rows own these and take them along when they go: same workspace, id in the second column named. */
  readonly owner?: { readonly table: string; readonly column: string };
}

export async function createTable(
  db: Kysely<unknown>,
  dialect: Dialect,
  name: string,
  shape: TableShape,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, kind] of Object.entries(shape.columns)) table = addColumn(table, dialect, column, kind);
  if (!hasOwnKey(shape, dialect)) table = table.addPrimaryKeyConstraint(`${name}_pk`, [...shape.primaryKey]);
  if (shape.owner !== undefined) {
    const from = ["workspace_id", shape.owner.column];
    table = table.addForeignKeyConstraint(`${name}_owner`, from, shape.owner.table, ["workspace_id", "id"], (key) =>
      key.onDelete("cascade"),
    );
  }
  await table.execute();
}

/** SQLite counts only in a column that is the whole primary key. */
function hasOwnKey({ columns }: TableShape, dialect: Dialect): boolean {
  return dialect.name === "sqlite" && Object.values(columns).includes("counter");
}

function addColumn(
  table: CreateTableBuilder<string, string>,
  dialect: Dialect,
  name: string,
  kind: ColumnKind,
): CreateTableBuilder<string, string> {
  if (kind === "counter") return addCounter(table, dialect, name);
  const type = dialect[COLUMN_TYPES[kind]];
  return table.addColumn(name, type, (column) => (kind.endsWith("?") ? column : column.notNull()));
}

function addCounter(
  table: CreateTableBuilder<string, string>,
  dialect: Dialect,
  name: string,
): CreateTableBuilder<string, string> {
  return table.addColumn(name, dialect.integer, (column) =>
    dialect.name === "sqlite" ? column.primaryKey().autoIncrement() : column.generatedAlwaysAsIdentity(),
  );
}
