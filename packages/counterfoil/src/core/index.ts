export { SetupError } from "./error.ts";
export type { Evidence } from "./evidence.ts";
export type { StoreUpdate } from "./facts.ts";
export type { JsonValue } from "./json.ts";
export type { AttemptEnd, AttemptPhase, OperationState } from "./operation.ts";
export type { Result } from "./result.ts";
