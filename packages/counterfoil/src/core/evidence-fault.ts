import type { ReplyFault } from "./outcome.ts";

/** Every rule of evidence (provider contract §4.1 and §4.2), each with the code its breach is reported by. */
export const EVIDENCE_RULES = [
  // The list and the shape of its items.
  "items_not_array",
  "too_many_items",
  "item_not_object",
  "kind_unknown",
  "member_missing",
  "member_unknown",
  "member_type",
  // What every item carries.
  "id_malformed",
  "id_repeated",
  "instant_invalid",
  "as_of_in_future",
  "text_empty",
  "text_too_long",
  "text_character",
  "label_empty",
  "label_language",
  // Values.
  "value_type_unknown",
  "money_amount",
  "money_currency",
  "money_digits",
  "integer_invalid",
  "decimal_invalid",
  "percent_invalid",
  "date_invalid",
  "time_invalid",
  "datetime_invalid",
  "duration_invalid",
  "zone_missing",
  "zone_forbidden",
  "zone_unknown",
  "labels_missing",
  "labels_forbidden",
  "labels_without_code",
  // Actions, references, collections.
  "action_result_unknown",
  "effected_at_missing",
  "effected_at_forbidden",
  "reference_code",
  "count_invalid",
  "complete_with_next",
  "total_mismatch",
  // The reply as a whole.
  "kind_undeclared",
  "kind_missing",
  "entity_repeated",
  "link_broken",
  "value_repeated",
  "completeness_repeated",
  "returned_mismatch",
  "query_mismatch",
  "action_on_read",
  "action_missing",
  "action_repeated",
  "action_name_mismatch",
  "operation_mismatch",
  "fingerprint_mismatch",
  "action_result_mismatch",
] as const;
export type EvidenceRule = (typeof EVIDENCE_RULES)[number];

/** One rule broken at one place; the message tells the adapter's author what to send instead. */
export interface EvidenceFault extends ReplyFault {
  readonly code: EvidenceRule;
}

export type EvidenceFaults = readonly EvidenceFault[];

export const SOUND: EvidenceFaults = [];

export function broken(code: EvidenceRule, pointer: string, message: string): EvidenceFaults {
  return [{ code, pointer, message }];
}
