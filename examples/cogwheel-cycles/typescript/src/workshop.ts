import type { Queries } from "./database.ts";

/** What every tool works with. */
export interface Workshop {
  readonly queries: Queries;
  readonly clock: () => Date;
}
