type SchemaLimit =
  | "maxBytes"
  | "maxDepth"
  | "maxNodes"
  | "maxProperties"
  | "maxPatternLength"
  | "maxPatternSteps"
  | "maxTotalPatternSteps"
  | "maxUniqueItems";

/** What one schema may cost (contract, "Closed JSON Schema"); nodes and depth are counted after expanding `$ref`. */
export const SCHEMA_LIMITS: Readonly<Record<SchemaLimit, number>> = {
  maxBytes: 65_536,
  /** Of schemas within schemas; the root is at depth 1. */
  maxDepth: 16,
  /** Schemas within the schema, the root included; a `$ref` counts as a node beside those it leads to. */
  maxNodes: 2_000,
  /** In one object. */
  maxProperties: 200,
  maxPatternLength: 256,
  /** Of one compiled pattern; keeps the product of steps and text small enough for a server. */
  maxPatternSteps: 1_000,
  /** Of all compiled patterns of one schema. */
  maxTotalPatternSteps: 10_000,
  /** The largest `maxItems` of an array with `uniqueItems`, whose items are all compared. */
  maxUniqueItems: 100,
};
