export { MAX_ARGUMENT_FAULTS } from "./schema/closed-schema.ts";
export type { ArgumentFault, ClosedSchema } from "./schema/closed-schema.ts";
export { parseClosedSchema } from "./schema/parse-closed-schema.ts";
export { SCHEMA_FAULT_CODES } from "./schema/schema-fault.ts";
export type { SchemaFaultCode } from "./schema/schema-fault.ts";
export { SCHEMA_LIMITS } from "./schema/schema-limits.ts";
