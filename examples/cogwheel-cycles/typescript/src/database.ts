import Database from "better-sqlite3";

/** What reads and actions share: the adapter's own connection, or the transaction the SDK hands to an action. */
export interface Queries {
  get(sql: string, ...values: readonly SqlValue[]): unknown;
  all(sql: string, ...values: readonly SqlValue[]): readonly unknown[];
  run(sql: string, ...values: readonly SqlValue[]): unknown;
}

type SqlValue = string | number | null;

const TABLES = `
  CREATE TABLE IF NOT EXISTS contacts (
    partner_id TEXT NOT NULL,
    phone      TEXT NOT NULL, -- byte for byte as the platform sends it
    name       TEXT NOT NULL,
    PRIMARY KEY (partner_id, phone)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS bookings (
    number       INTEGER PRIMARY KEY, -- 1000 is quoted as CW-1000
    operation_id TEXT NOT NULL UNIQUE, -- the call that made it
    partner_id   TEXT NOT NULL,
    phone        TEXT NOT NULL,
    service      TEXT NOT NULL,
    slot_id      TEXT NOT NULL,
    date         TEXT NOT NULL,
    time         TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('booked', 'cancelled'))
  ) STRICT;

  -- The arbiter between two contacts who want one slot.
  CREATE UNIQUE INDEX IF NOT EXISTS one_booking_per_slot ON bookings (slot_id) WHERE state = 'booked';
  CREATE INDEX IF NOT EXISTS bookings_of_contact ON bookings (partner_id, phone);

  INSERT OR IGNORE INTO contacts (partner_id, phone, name) VALUES
    ('riverside', '12025550142', 'Sam Rider'),
    ('riverside', '+12025550142', 'Noor Haddad'),
    ('old-town', '12025550142', 'Sam Rider'),
    ('old-town', '442079460018', 'Ada Quill');
`;

/** Opens the shops' database, and lays out the tables and the shipped contacts on first start. */
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
    run: (sql, ...values) => database.prepare(sql).run(...values),
  };
}
