export { isDate } from "./calendar-date.ts";
export { isDateTime, parseInstant } from "./instant.ts";
export { isTimeZone, toOffsetDateTime } from "./time-zone.ts";

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

/** Whether a text is a time of day without a zone: `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`. */
export function isTime(text: string): boolean {
  return TIME.test(text);
}

/** Whether a text is an ISO 8601 duration of whole units, not empty: `P1Y2M3DT4H5M6S`, or weeks alone as `P2W`. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
