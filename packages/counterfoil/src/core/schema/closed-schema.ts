import type { JsonObject, JsonValue } from "../json.ts";

/** A JSON Schema of the closed subset, admitted and ready to judge values. */
export interface ClosedSchema {
  /** The schema as it was declared. */
  readonly document: JsonObject;
  /** Every fault of the value, at most `MAX_ARGUMENT_FAULTS`; empty means valid. */
  check(value: JsonValue): readonly ArgumentFault[];
}

/** One fault of one value, in words a model can act on. */
export interface ArgumentFault {
  /** JSON pointer to the value at fault. */
  readonly pointer: string;
  /** The schema keyword that refuses it. */
  readonly keyword: string;
  /** What was expected, what came, and what to send instead. */
  readonly message: string;
}

export const MAX_ARGUMENT_FAULTS = 20;
