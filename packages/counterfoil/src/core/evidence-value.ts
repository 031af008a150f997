import { currencyDigits } from "./currency.ts";
import { EVIDENCE_VALUE_TYPES } from "./evidence.ts";
import type { EvidenceValueType } from "./evidence.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults, EvidenceRule } from "./evidence-fault.ts";
import { checkLocalizedText, checkText } from "./evidence-text.ts";
import { isJsonObject, member, toPointer } from "./json.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { isDate, isDateTime, isDuration, isTime, isTimeZone } from "./time.ts";

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NEGATIVE_ZERO = /^-[0.]+$/;
const MAX_DECIMAL_LENGTH = 40;

type ValueCheck = (value: JsonValue, pointer: string) => EvidenceFaults;

const CHECK_VALUE: Readonly<Record<EvidenceValueType, ValueCheck>> = {
  money: checkMoney,
  integer: checkInteger,
  decimal: textual(isDecimal, "decimal_invalid", 'Send a plain decimal string such as "12.5".'),
  percent: textual(isDecimal, "percent_invalid", 'Send the number of percent as a plain decimal string: "12.5".'),
  date: textual(isDate, "date_invalid", 'Send a real date as "YYYY-MM-DD".'),
  time: textual(isTime, "time_invalid", 'Send a time of day as "HH:MM" or "HH:MM:SS", its zone in `zone`.'),
  datetime: textual(isDateTime, "datetime_invalid", 'Send RFC 3339 with an offset: "2026-11-09T10:00:00+04:00".'),
  duration: textual(isDuration, "duration_invalid", 'Send an ISO 8601 duration of whole units, such as "PT1H30M".'),
  code: checkText,
  boolean: checkBoolean,
  text: checkText,
};

/** Faults of a `value` item's `type`, and of `value`, `zone` and `labels` as far as the type decides about them. */
export function checkTypedValue(item: JsonObject, pointer: string): EvidenceFaults {
  const type = EVIDENCE_VALUE_TYPES.find((known) => known === member(item, "type"));
  if (type === undefined) {
    const message = `Use one of ${EVIDENCE_VALUE_TYPES.join(", ")}.`;
    return broken("value_type_unknown", toPointer(pointer, "type"), message);
  }
  const value = member(item, "value");
  return [
    ...(value === undefined ? SOUND : CHECK_VALUE[type](value, toPointer(pointer, "value"))),
    ...checkZone(type, member(item, "zone"), toPointer(pointer, "zone")),
    ...checkLabels(type, value, member(item, "labels"), toPointer(pointer, "labels")),
  ];
}

/** Whether a text is a decimal number in its one plain form: no exponent, grouping, plus sign or negative zero. */
function isDecimal(text: string): boolean {
  return text.length <= MAX_DECIMAL_LENGTH && DECIMAL.test(text) && !NEGATIVE_ZERO.test(text);
}

function textual(accepts: (text: string) => boolean, code: EvidenceRule, message: string): ValueCheck {
  return (value, pointer) => (typeof value === "string" && accepts(value) ? SOUND : broken(code, pointer, message));
}

function checkInteger(value: JsonValue, pointer: string): EvidenceFaults {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return SOUND;
  return broken("integer_invalid", pointer, "Send a JSON integer within ±(2^53−1), without a fraction.");
}

function checkBoolean(value: JsonValue, pointer: string): EvidenceFaults {
  return typeof value === "boolean" ? SOUND : broken("member_type", pointer, "Send true or false.");
}

function checkMoney(value: JsonValue, pointer: string): EvidenceFaults {
  if (!isJsonObject(value)) {
    return broken("member_type", pointer, 'Send an object such as {"amount":"180.00","currency":"AED"}.');
  }
  const surplus = Object.keys(value).filter((name) => name !== "amount" && name !== "currency");
  return [
    ...checkAmount(value, pointer),
    ...surplus.flatMap((name) =>
      broken("member_unknown", toPointer(pointer, name), "Money holds `amount` and `currency` alone: remove this."),
    ),
  ];
}

function checkAmount(money: JsonObject, pointer: string): EvidenceFaults {
  const amount = member(money, "amount");
  const currency = member(money, "currency");
  const digits = typeof currency === "string" ? currencyDigits(currency) : null;
  const faults = [
    ...(typeof amount === "string" && isDecimal(amount)
      ? SOUND
      : broken("money_amount", toPointer(pointer, "amount"), 'Send a plain decimal string such as "180.00".')),
    ...(digits === null
      ? broken("money_currency", toPointer(pointer, "currency"), 'Use an ISO 4217 currency code such as "AED".')
      : SOUND),
  ];
  if (faults.length > 0 || typeof amount !== "string" || digits === null) return faults;
  const fraction = amount.split(".")[1] ?? "";
  if (fraction.length <= digits) return SOUND;
  const allowed = digits === 0 ? "no digits" : `at most ${digits} digits`;
  return broken("money_digits", toPointer(pointer, "amount"), `This currency has ${allowed} after the point.`);
}

function checkZone(type: EvidenceValueType, zone: JsonValue | undefined, pointer: string): EvidenceFaults {
  const zoned = type === "time" || type === "datetime";
  if (zone === undefined) {
    return zoned ? broken("zone_missing", pointer, 'Name the IANA time zone, such as "Asia/Dubai".') : SOUND;
  }
  if (!zoned) return broken("zone_forbidden", pointer, "Only `time` and `datetime` values have a zone: remove it.");
  if (typeof zone === "string" && isTimeZone(zone)) return SOUND;
  return broken("zone_unknown", pointer, 'Use an IANA time zone such as "Asia/Dubai", not an offset.');
}

function checkLabels(
  type: EvidenceValueType,
  code: JsonValue | undefined,
  labels: JsonValue | undefined,
  pointer: string,
): EvidenceFaults {
  if (labels === undefined) {
    return type === "code" ? broken("labels_missing", pointer, "Send the text of the code by language.") : SOUND;
  }
  if (type !== "code") return broken("labels_forbidden", pointer, "Only `code` values have labels: remove them.");
  if (!isJsonObject(labels)) {
    return broken("member_type", pointer, 'Send texts by code and language, such as {"open":{"en":"Open"}}.');
  }
  const faults = Object.entries(labels).flatMap(([name, text]) => [
    ...checkText(name, toPointer(pointer, name)),
    ...checkLocalizedText(text, toPointer(pointer, name)),
  ]);
  const named = typeof code !== "string" || Object.hasOwn(labels, code);
  return named
    ? faults
    : [...faults, ...broken("labels_without_code", pointer, "Send a text for the very code in `value`.")];
}
