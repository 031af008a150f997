import type { DocumentFault } from "../tool.ts";

/** Why a schema is refused: each code is one rule of the subset. */
export const SCHEMA_FAULT_CODES = [
  "schema_not_object",
  "schema_too_large",
  "schema_too_deep",
  "schema_too_many_nodes",
  "schema_too_many_properties",
  "schema_root_not_object",
  "schema_dialect_unsupported",
  "schema_keyword_unsupported",
  "schema_keyword_misplaced",
  "schema_keyword_malformed",
  "schema_type_missing",
  "schema_type_unsupported",
  "schema_object_open",
  "schema_array_open",
  "schema_any_of_not_scalar",
  "schema_ref_not_local",
  "schema_ref_dangling",
  "schema_ref_cyclic",
  "schema_ref_sibling",
  "schema_pattern_too_long",
  "schema_pattern_too_costly",
  "schema_pattern_unsupported",
  "schema_pattern_malformed",
  "schema_format_unsupported",
  "schema_unique_items_unbounded",
  "schema_unsatisfiable",
] as const;

export type SchemaFaultCode = (typeof SCHEMA_FAULT_CODES)[number];

/** The most faults that one refusal lists. */
export const MAX_SCHEMA_FAULTS = 50;

/** Gathers the faults of one schema in the order they are found, and drops those beyond the limit. */
export class SchemaFaults {
  readonly #faults: DocumentFault[] = [];

  get all(): readonly DocumentFault[] {
    return this.#faults;
  }

  /** Whether looking further is pointless. */
  get isFull(): boolean {
    return this.#faults.length >= MAX_SCHEMA_FAULTS;
  }

  add(code: SchemaFaultCode, pointer: string, message: string): void {
    if (!this.isFull) this.#faults.push({ code, pointer, message });
  }
}
