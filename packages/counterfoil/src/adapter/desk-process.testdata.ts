import { openSqliteDesk } from "./adapter.testdata.ts";
import { serve } from "./node.ts";

/** A process of its own that serves the desk of one SQLite file, for tests that kill it. */
const [, , file] = process.argv;
const { adapter } = openSqliteDesk({}, file);
const { origin } = await serve(adapter, { port: 0 });
process.stdout.write(`${origin}\n`);
