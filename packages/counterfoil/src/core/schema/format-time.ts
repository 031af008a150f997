import { isDate } from "../calendar-date.ts";

const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const DATE_LENGTH = "2026-11-09".length;
const MINUTES_PER_DAY = 24 * 60;

/** Each unit may be followed by the next smaller one alone, so that none is left out in between. */
const DATE_UNITS = String.raw`\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?`;
const TIME_UNITS = String.raw`T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?)`;
const DURATION = new RegExp(String.raw`^P(?:\d+W|${TIME_UNITS}|(?:${DATE_UNITS})(?:${TIME_UNITS})?)$`);

/** RFC 3339 `full-time`: an offset is required, and a second 60 stands at the end of a UTC day alone. */
export function isOffsetTime(text: string): boolean {
  const [, hour, minute, second, sign, offsetHour = "0", offsetMinute = "0"] = TIME.exec(text) ?? [];
  if (second !== "60") return second !== undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -1 : 1);
  const minuteOfUtcDay = Number(hour) * 60 + Number(minute) - offset;
  return (minuteOfUtcDay + MINUTES_PER_DAY) % MINUTES_PER_DAY === MINUTES_PER_DAY - 1;
}

/** RFC 3339 `date-time`. */
export function isOffsetDateTime(text: string): boolean {
  const separator = text[DATE_LENGTH];
  if (separator !== "T" && separator !== "t") return false;
  return isDate(text.slice(0, DATE_LENGTH)) && isOffsetTime(text.slice(DATE_LENGTH + 1));
}

/** RFC 3339 appendix A `duration`. */
export function isRfc3339Duration(text: string): boolean {
  return DURATION.test(text);
}
