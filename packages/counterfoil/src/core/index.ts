export type { Result } from "./result.ts";
