import { PatternBudget } from "./pattern.ts";
import { ReferenceGraph } from "./reference-graph.ts";
import { SchemaFaults } from "./schema-fault.ts";
import { SchemaKinds } from "./schema-kinds.ts";
import type { JsonObject } from "../json.ts";
import type { SchemaNode } from "./keyword.ts";

/** What all schemas within one document share while it is read. */
export interface SchemaScope {
  readonly faults: SchemaFaults;
  /** The entries of the root's `$defs`, as written. */
  readonly definitions: JsonObject;
  /** The same, read; complete once the whole document is. */
  readonly nodes: Map<string, SchemaNode>;
  readonly kinds: SchemaKinds;
  readonly graph: ReferenceGraph;
  readonly patterns: PatternBudget;
  /** Questions that can be asked only of a schema without faults; each adds faults of its own. */
  readonly afterwards: (() => void)[];
}

export function createScope(definitions: JsonObject): SchemaScope {
  return {
    faults: new SchemaFaults(),
    definitions,
    nodes: new Map(),
    kinds: new SchemaKinds(definitions),
    graph: new ReferenceGraph(),
    patterns: new PatternBudget(),
    afterwards: [],
  };
}
