import type { Judgement } from "./judgement.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { KindSet } from "./value-kind.ts";
import type { SchemaFaultCode } from "./schema-fault.ts";
import type { SchemaScope } from "./schema-scope.ts";

/** Judges one value and adds its faults. */
export type Check = (value: JsonValue, pointer: string, judgement: Judgement) => void;

/** One schema within a schema, ready to judge values. */
export interface SchemaNode {
  /** The kinds of value that can fit it. */
  readonly kinds: KindSet;
  readonly check: Check;
}

/** One word of the subset. */
export interface Keyword {
  readonly name: string;
  /** The kinds of value it speaks of. */
  readonly kinds: KindSet;
  /** Reads what a schema says by it, and refuses what it may not say; null where it asks nothing of a value. */
  readonly read: (value: JsonValue, place: KeywordPlace) => Check | null;
}

/** Where a keyword stands. */
export interface KeywordPlace {
  /** The schema that holds it, its siblings included. */
  readonly schema: JsonObject;
  /** The kinds of value that can fit that schema. */
  readonly kinds: KindSet;
  /** JSON pointer to the keyword. */
  readonly pointer: string;
  readonly depth: number;
  readonly scope: SchemaScope;
  readonly refuse: (code: SchemaFaultCode, message: string, ...tokens: readonly (string | number)[]) => void;
  /** Reads a schema that stands under the keyword. */
  readonly readChild: (schema: JsonValue, ...tokens: readonly (string | number)[]) => SchemaNode;
}
