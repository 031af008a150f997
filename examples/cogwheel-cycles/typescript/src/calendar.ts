/** A day of a calendar on the wall, `YYYY-MM-DD`: it belongs to no time zone. */
export type CalendarDate = string;

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const WEEKDAYS = [7, 1, 2, 3, 4, 5, 6] as const satisfies readonly Weekday[];
const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export function toWeekday(date: CalendarDate): Weekday {
  // UTC has no clock changes, so a calendar date can be counted in it safely.
  return WEEKDAYS[atUtcMidnight(date).getUTCDay()] ?? 7;
}

export function toWeekdayName(weekday: Weekday): string {
  return WEEKDAY_NAMES[weekday - 1] ?? "";
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = atUtcMidnight(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** What the clock on the wall of a place shows; two of one place compare as text. */
export interface WallTime {
  readonly date: CalendarDate;
  /** `HH:MM`. */
  readonly time: string;
}

export function toWallTime(now: Date, timezone: string): WallTime {
  const parts = new Intl.DateTimeFormat("en-GB-u-ca-gregory-nu-latn", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(now);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return { date: `${part("year")}-${part("month")}-${part("day")}`, time: `${part("hour")}:${part("minute")}` };
}

export function isLater(one: WallTime, other: WallTime): boolean {
  return `${one.date} ${one.time}` > `${other.date} ${other.time}`;
}

function atUtcMidnight(date: CalendarDate): Date {
  return new Date(`${date}T00:00:00Z`);
}
