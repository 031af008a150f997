import { isDate } from "./calendar-date.ts";

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether a text is a real instant in RFC 3339 with `Z` or an offset. */
export function isDateTime(text: string): boolean {
  return parseInstant(text) !== null;
}

/**
 * Milliseconds since 1970 of an RFC 3339 date-time, finer digits cut off; null when the text is none.
 *
 * A leap second is taken only where one can fall, at 23:59:60 UTC, and counts as the midnight after it.
 */
export function parseInstant(text: string): number | null {
  const [, date, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] =
    DATE_TIME.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -MINUTE_MS : MINUTE_MS);
  const minuteStart = Date.parse(`${date}T${hour}:${minute}:00Z`) - offset;
  if (second === "60") return endsUtcDay(minuteStart) ? minuteStart + MINUTE_MS : null;
  return minuteStart + Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function endsUtcDay(minuteStart: number): boolean {
  return (minuteStart + MINUTE_MS) % DAY_MS === 0;
}
