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

export const EVIDENCE_VALUE_TYPES = [
  "money",
  "integer",
  "decimal",
  "percent",
  "date",
  "time",
  "datetime",
  "duration",
  "code",
  "boolean",
  "text",
] as const;
export type EvidenceValueType = (typeof EVIDENCE_VALUE_TYPES)[number];

/** Decimal string; never more digits than the currency has. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** What each type of value holds, and which members go with it. */
type TypedValue =
  | { readonly type: "money"; readonly value: Money; readonly zone?: never; readonly labels?: never }
  | { readonly type: "integer"; readonly value: number; readonly zone?: never; readonly labels?: never }
  | { readonly type: "boolean"; readonly value: boolean; readonly zone?: never; readonly labels?: never }
  | {
      readonly type: "decimal" | "percent" | "date" | "duration" | "text";
      readonly value: string;
      readonly zone?: never;
      readonly labels?: never;
    }
  /** `zone` is an IANA name. */
  | { readonly type: "time" | "datetime"; readonly value: string; readonly zone: string; readonly labels?: never }
  /** `labels` are the texts of codes by code, this one among them. */
  | {
      readonly type: "code";
      readonly value: string;
      readonly zone?: never;
      readonly labels: Readonly<Record<string, LocalizedText>>;
    };

interface ValueBase extends EvidenceBase {
  readonly kind: "value";
  /** The `id` of an entity item in the same reply. */
  readonly entity: string;
  readonly name: string;
  readonly label?: LocalizedText;
  readonly unit?: string;
  readonly valid_until?: string;
}

/** States one fact about an entity of the same reply. */
export type ValueEvidence = ValueBase & TypedValue;

export const ACTION_RESULTS = ["done", "accepted", "refused"] as const;
export type ActionResult = (typeof ACTION_RESULTS)[number];

/** Proves what became of one operation. */
export interface ActionEvidence extends EvidenceBase {
  readonly kind: "action";
  readonly action: string;
  readonly operation_id: string;
  readonly request_fingerprint: string;
  readonly result: ActionResult;
  /** RFC 3339; set exactly when `result` is `done`. */
  readonly effected_at?: string;
  /** The `id` of an entity item in the same reply. */
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
  /** The `id` of an entity item in the same reply. */
  readonly entity: string;
  readonly scheme: string;
  readonly code: string;
  /** RFC 3339; not to be quoted from then on. */
  readonly expires_at?: string;
}

/** Says how much of a collection the reply holds. */
export interface CompletenessEvidence extends EvidenceBase {
  readonly kind: "completeness";
  /** An entity type. */
  readonly collection: string;
  /** The arguments that selected it. */
  readonly query: JsonObject;
  /** How many entities of the collection the reply holds. */
  readonly returned: number;
  /** Whether that is all of them. */
  readonly complete: boolean;
  readonly total?: number;
  /** The cursor of the next page. */
  readonly next?: string;
}

export type Evidence = EntityEvidence | ValueEvidence | ActionEvidence | ReferenceEvidence | CompletenessEvidence;
