import { isDate } from "../calendar-date.ts";
import { isOffsetDateTime, isOffsetTime, isRfc3339Duration } from "./format-time.ts";
import { isMailbox, isUri } from "./format-address.ts";

/** A form of text that `format` asks for. */
export interface Format {
  readonly words: string;
  readonly example: string;
  readonly accepts: (text: string) => boolean;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The formats of the subset, each asserted as JSON Schema 2020-12 defines it. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["date", { words: "a date of the calendar", example: "2026-11-09", accepts: isDate }],
  [
    "date-time",
    { words: "a date and time with an offset", example: "2026-11-09T10:00:00+04:00", accepts: isOffsetDateTime },
  ],
  ["time", { words: "a time with an offset", example: "10:00:00+04:00", accepts: isOffsetTime }],
  ["duration", { words: "an ISO 8601 duration", example: "PT1H30M", accepts: isRfc3339Duration }],
  ["email", { words: "an e-mail address", example: "sam@example.com", accepts: isMailbox }],
  ["uri", { words: "an absolute URI", example: "https://example.com/path", accepts: isUri }],
  [
    "uuid",
    {
      words: "a UUID",
      example: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      accepts: (text: string): boolean => UUID.test(text),
    },
  ],
]);
