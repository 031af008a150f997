import Database from "better-sqlite3";

/** What reads and actions share: the adapter's own connection, or the transaction the SDK hands to an action. */
export interface Queries {
  get(sql: string, ...values: readonly SqlValue[]): unknown;
  all(sql: string, ...values: readonly SqlValue[]): readonly unknown[];
}

type SqlValue = string | number | null;

const TABLES = `
  CREATE TABLE IF NOT EXISTS requests (
    number       INTEGER PRIMARY KEY, -- 1001 is quoted as R-1001
    operation_id TEXT NOT NULL UNIQUE, -- the call that made it
    channel      TEXT NOT NULL,
    requester_id TEXT NOT NULL,
    category     TEXT NOT NULL,
    summary      TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('received', 'scheduled', 'done')),
    visit_date   TEXT NOT NULL,
    fee          TEXT NOT NULL, -- decimal dirhams: binary fractions cannot hold money
    opened_at    TEXT NOT NULL
  ) STRICT;

  CREATE INDEX IF NOT EXISTS requests_of_requester ON requests (channel, requester_id);

  INSERT OR IGNORE INTO requests VALUES
    (1001, 'shipped-1001', 'whatsapp', '12025550142', 'plumbing', 'Kitchen tap drips', 'scheduled',
     '2026-11-11', '180.00', '2026-11-05T09:12:00+04:00'),
    (1002, 'shipped-1002', 'whatsapp', '12025550142', 'cooling', 'Bedroom unit blows warm air', 'done',
     '2026-10-20', '240.50', '2026-10-17T16:40:00+04:00'),
    (1003, 'shipped-1003', 'whatsapp', '971500000001', 'electrical', 'لا تعمل إنارة المدخل', 'received',
     '2026-11-12', '150.00', '2026-11-08T11:05:00+04:00');
`;

/** Opens the desk's database, and lays out the table and the shipped requests on first start. */
export function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("busy_timeout = 5000");
  database.transaction(() => database.exec(TABLES))();
  return database;
}

export function toQueries(database: Database.Database): Queries {
  return {
    get: (sql, ...values) => database.prepare(sql).get(...values),
    all: (sql, ...values) => database.prepare(sql).all(...values),
  };
}
