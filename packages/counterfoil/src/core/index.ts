export { faulty, ok } from "./result.ts";
export type { Result } from "./result.ts";
export { SetupError } from "./error.ts";
