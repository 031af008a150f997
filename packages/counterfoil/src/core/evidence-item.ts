import { ACTION_RESULTS, EVIDENCE_KINDS } from "./evidence.ts";
import type {
  ActionEvidence,
  CompletenessEvidence,
  EntityEvidence,
  EvidenceKind,
  ReferenceEvidence,
  ValueEvidence,
} from "./evidence.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults } from "./evidence-fault.ts";
import { checkLocalizedText, checkText } from "./evidence-text.ts";
import { checkTypedValue } from "./evidence-value.ts";
import { isJsonArray, isJsonObject, member, toPointer } from "./json.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { isDateTime } from "./time.ts";

type MemberCheck = (value: JsonValue, pointer: string) => EvidenceFaults;

interface MemberRule {
  readonly required: boolean;
  readonly check: MemberCheck;
}

/** The members of one kind, exactly those of its type. */
type Members<Item> = Readonly<Record<Exclude<keyof Item, "kind">, MemberRule>>;

const ID = /^[a-z][a-z0-9_]{0,39}$/;
const REFERENCE_CODE = /^[\x21-\x7E]{1,64}$/;

const base = { id: required(checkId), as_of: required(checkInstant) };

const MEMBERS = {
  entity: {
    ...base,
    type: required(checkText),
    ref: required(checkText),
    label: required(checkLocalizedText),
  } satisfies Members<EntityEvidence>,
  value: {
    ...base,
    entity: required(checkText),
    name: required(checkText),
    // `checkTypedValue` judges the members that depend on one another.
    type: required(checkNothing),
    value: required(checkNothing),
    zone: optional(checkNothing),
    labels: optional(checkNothing),
    label: optional(checkLocalizedText),
    unit: optional(checkText),
    valid_until: optional(checkInstant),
  } satisfies Members<ValueEvidence>,
  action: {
    ...base,
    action: required(checkText),
    operation_id: required(checkText),
    request_fingerprint: required(checkText),
    result: required(checkActionResult),
    effected_at: optional(checkInstant),
    entity: optional(checkText),
    changes: optional(checkChanges),
  } satisfies Members<ActionEvidence>,
  reference: {
    ...base,
    entity: required(checkText),
    scheme: required(checkText),
    code: required(checkReferenceCode),
    expires_at: optional(checkInstant),
  } satisfies Members<ReferenceEvidence>,
  completeness: {
    ...base,
    collection: required(checkText),
    query: required(checkObject),
    returned: required(checkCount),
    complete: required(checkBoolean),
    total: optional(checkCount),
    next: optional(checkText),
  } satisfies Members<CompletenessEvidence>,
} as const satisfies Record<EvidenceKind, unknown>;

const CHANGE_MEMBERS = { name: required(checkText), from: required(checkScalar), to: required(checkScalar) };

/** Faults of one item by itself, whatever else the reply holds (provider contract §4.1). */
export function checkEvidenceItem(item: JsonValue, pointer: string): EvidenceFaults {
  if (!isJsonObject(item)) return broken("item_not_object", pointer, "Send an object with `id`, `kind` and `as_of`.");
  const kind = EVIDENCE_KINDS.find((known) => known === member(item, "kind"));
  if (kind === undefined) {
    return broken("kind_unknown", toPointer(pointer, "kind"), `Use one of ${EVIDENCE_KINDS.join(", ")}.`);
  }
  const members = { kind: required(checkNothing), ...MEMBERS[kind] };
  const faults = checkMembers(item, members, pointer);
  if (kind === "value" && member(item, "type") !== undefined) return [...faults, ...checkTypedValue(item, pointer)];
  if (kind === "action") return [...faults, ...checkEffectedAt(item, pointer)];
  return faults;
}

function checkMembers(
  item: JsonObject,
  members: Readonly<Record<string, MemberRule>>,
  pointer: string,
): EvidenceFaults {
  const surplus = Object.keys(item).filter((name) => !Object.hasOwn(members, name));
  return [
    ...Object.entries(members).flatMap(([name, rule]) => checkMember(item, name, rule, toPointer(pointer, name))),
    ...surplus.flatMap((name) =>
      broken("member_unknown", toPointer(pointer, name), "No such member is known here: remove it."),
    ),
  ];
}

function checkMember(item: JsonObject, name: string, rule: MemberRule, pointer: string): EvidenceFaults {
  const value = member(item, name);
  if (value !== undefined) return rule.check(value, pointer);
  return rule.required ? broken("member_missing", pointer, `Add \`${name}\`: it is required here.`) : SOUND;
}

function required(check: MemberCheck): MemberRule {
  return { required: true, check };
}

function optional(check: MemberCheck): MemberRule {
  return { required: false, check };
}

function checkNothing(): EvidenceFaults {
  return SOUND;
}

function checkId(value: JsonValue, pointer: string): EvidenceFaults {
  if (typeof value === "string" && ID.test(value)) return SOUND;
  return broken("id_malformed", pointer, `Send an id that matches ${ID.source}.`);
}

function checkInstant(value: JsonValue, pointer: string): EvidenceFaults {
  if (typeof value === "string" && isDateTime(value)) return SOUND;
  return broken("instant_invalid", pointer, 'Send a real RFC 3339 date-time with offset: "2026-11-09T10:00:00+04:00".');
}

function checkBoolean(value: JsonValue, pointer: string): EvidenceFaults {
  return typeof value === "boolean" ? SOUND : broken("member_type", pointer, "Send true or false.");
}

function checkObject(value: JsonValue, pointer: string): EvidenceFaults {
  return isJsonObject(value) ? SOUND : broken("member_type", pointer, "Send an object.");
}

function checkCount(value: JsonValue, pointer: string): EvidenceFaults {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return SOUND;
  return broken("count_invalid", pointer, "Send a count: a JSON integer of 0 or more.");
}

function checkReferenceCode(value: JsonValue, pointer: string): EvidenceFaults {
  if (typeof value === "string" && REFERENCE_CODE.test(value)) return SOUND;
  return broken("reference_code", pointer, "Send 1 to 64 visible ASCII characters, without spaces.");
}

function checkActionResult(value: JsonValue, pointer: string): EvidenceFaults {
  if (isActionResult(value)) return SOUND;
  return broken("action_result_unknown", pointer, `Use one of ${ACTION_RESULTS.join(", ")}.`);
}

function isActionResult(value: JsonValue | undefined): boolean {
  return ACTION_RESULTS.some((result) => result === value);
}

function checkEffectedAt(item: JsonObject, pointer: string): EvidenceFaults {
  const place = toPointer(pointer, "effected_at");
  const done = member(item, "result") === "done";
  const given = member(item, "effected_at") !== undefined;
  if (done && !given) return broken("effected_at_missing", place, "Say when the change took effect (RFC 3339).");
  if (done || !given || !isActionResult(member(item, "result"))) return SOUND;
  return broken("effected_at_forbidden", place, "Only an action that is done has taken effect: remove it.");
}

function checkChanges(value: JsonValue, pointer: string): EvidenceFaults {
  if (!isJsonArray(value)) return broken("member_type", pointer, "Send an array of {name, from, to}.");
  return value.flatMap((change, index) => {
    const place = toPointer(pointer, index);
    return isJsonObject(change)
      ? checkMembers(change, CHANGE_MEMBERS, place)
      : broken("member_type", place, "Send an object {name, from, to}.");
  });
}

function checkScalar(value: JsonValue, pointer: string): EvidenceFaults {
  if (typeof value === "string") return value === "" ? SOUND : checkText(value, pointer);
  if (typeof value !== "object" || value === null) return SOUND;
  return broken("member_type", pointer, "Send a string, number, boolean or null.");
}
