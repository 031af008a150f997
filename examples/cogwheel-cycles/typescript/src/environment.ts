import { z } from "zod";

/** What the process reads from its environment. */
export interface Environment {
  readonly port: number;
  readonly secret: string;
  readonly dataFolder: string;
  /** The present moment: the machine's, or the one that COGWHEEL_NOW holds still. */
  readonly clock: () => Date;
}

const variables = z.object({
  COGWHEEL_PORT: z.coerce.number().int().min(0).max(65_535).default(7411),
  COGWHEEL_ADAPTER_SECRET: z.string("Set it to the secret that the platform sends as x-api-key.").min(1),
  COGWHEEL_DATA_DIR: z.string().min(1).default("data"),
  COGWHEEL_NOW: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
});

/** Throws an error that names every variable to mend, and shows the value of none. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const { data, error } = variables.safeParse(env);
  if (error !== undefined) throw new Error(z.prettifyError(error));
  const { COGWHEEL_NOW: now } = data;
  return {
    port: data.COGWHEEL_PORT,
    secret: data.COGWHEEL_ADAPTER_SECRET,
    dataFolder: data.COGWHEEL_DATA_DIR,
    clock: now === undefined ? () => new Date() : () => toInstant(now),
  };
}

/** A bare date stands for its noon in UTC, which is the same day in every zone the shops may be in. */
function toInstant(now: string): Date {
  return new Date(now.includes("T") ? now : `${now}T12:00:00Z`);
}
