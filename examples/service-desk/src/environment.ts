import { z } from "zod";

/** What the process reads from its environment. */
export interface Environment {
  readonly port: number;
  readonly token: string;
  readonly dataFolder: string;
}

const variables = z.object({
  SERVICE_DESK_PORT: z.coerce.number().int().min(0).max(65_535).default(7412),
  SERVICE_DESK_TOKEN: z.string("Set it to the bearer credential that the platform sends.").min(1),
  SERVICE_DESK_DATA_DIR: z.string().min(1).default("data"),
});

/** Throws an error that names every variable to mend, and shows the value of none. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const { data, error } = variables.safeParse(env);
  if (error !== undefined) throw new Error(z.prettifyError(error));
  return { port: data.SERVICE_DESK_PORT, token: data.SERVICE_DESK_TOKEN, dataFolder: data.SERVICE_DESK_DATA_DIR };
}
