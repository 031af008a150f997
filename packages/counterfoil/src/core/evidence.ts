import type { JsonObject } from "./json.ts";

export const EVIDENCE_KINDS = ["entity", "value", "action", "reference", "completeness"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Text by BCP 47 language tag, or under `und` when it has no language. */
export type LocalizedText = Readonly<Record<string, string>>;

interface EvidenceBase {
  /** Unique within one reply. */
  readonly id: string;
  /** RFC 3339 with offset: when the business system said so. */
  readonly as_of: string;
}

/** Says that a record exists, and what it is called. */
export interface EntityEvidence extends EvidenceBase {
  readonly kind: "entity";
  readonly type: string;
  readonly ref: string;
  readonly label: LocalizedText;
}

export type EvidenceValueType =
  | "money"
  | "integer"
  | "decimal"
  | "percent"
  | "date"
  | "time"
  | "datetime"
  | "duration"
  | "code"
  | "boolean"
  | "text";

/** Decimal string; never more digits than the currency has. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** States one fact about an entity of the same reply. */
export interface ValueEvidence extends EvidenceBase {
  readonly kind: "value";
  /** The `id` of an entity item in the same reply. */
  readonly entity: string;
  readonly name: string;
  readonly type: EvidenceValueType;
  readonly value: Money | string | number | boolean;
  readonly label?: LocalizedText;
  /** Texts of a `code`, by code, then by language. */
  readonly labels?: Readonly<Record<string, LocalizedText>>;
  readonly unit?: string;
  /** IANA zone; required for `time` and `datetime`. */
  readonly zone?: string;
  readonly valid_until?: string;
}

export type ActionResult = "done" | "accepted" | "refused";

/** Proves what became of one operation. */
export interface ActionEvidence extends EvidenceBase {
  readonly kind: "action";
  readonly action: string;
  readonly operation_id: string;
  readonly request_fingerprint: string;
  readonly result: ActionResult;
  /** RFC 3339; required when `result` is `done`. */
  readonly effected_at?: string;
  readonly entity?: string;
  readonly changes?: readonly ActionChange[];
}

export interface ActionChange {
  readonly name: string;
  readonly from: string | number | boolean | null;
  readonly to: string | number | boolean | null;
}

/** A code that may be quoted to the contact. */
export interface ReferenceEvidence extends EvidenceBase {
  readonly kind: "reference";
  readonly entity: string;
  readonly scheme: string;
  readonly code: string;
  readonly expires_at?: string;
}

/** Says how much of a collection the reply holds. */
export interface CompletenessEvidence extends EvidenceBase {
  readonly kind: "completeness";
  /** An entity type. */
  readonly collection: string;
  /** The arguments that selected it. */
  readonly query: JsonObject;
  readonly returned: number;
  readonly complete: boolean;
  readonly total?: number;
  readonly next?: string;
}

export type Evidence = EntityEvidence | ValueEvidence | ActionEvidence | ReferenceEvidence | CompletenessEvidence;
