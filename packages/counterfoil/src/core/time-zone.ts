const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/**
 * Abbreviations that ICU knows and IANA does not. They mislead: `BST` is Asia/Dhaka there and `AST` America/Anchorage,
 * so an author who means London or Halifax would be hours off.
 */
const ICU_ONLY: ReadonlySet<string> = new Set(
  "act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst".split(" "),
);

/** By lower-case name, so that spellings cannot grow it beyond the zones that exist. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether a text names an IANA time zone, such as `Asia/Dubai`; an offset such as `+04:00` is none. */
export function isTimeZone(name: string): boolean {
  return clockOf(name) !== null;
}

/** A formatter that names the UTC offset of a zone; null for an unknown zone. */
function clockOf(name: string): Intl.DateTimeFormat | null {
  const key = name.toLowerCase();
  const known = clocks.get(key);
  if (known !== undefined) return known;
  if (!NAME.test(name) || ICU_ONLY.has(key) || key.startsWith("systemv/")) return null;
  try {
    const clock = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
    clocks.set(key, clock);
    return clock;
  } catch {
    return null;
  }
}

/**
 * The zone's offset from UTC at an instant, in whole minutes east (seconds of local mean times are cut off).
 *
 * Throws a RangeError for an unknown zone or an invalid date.
 */
export function offsetMinutes(at: Date, timezone: string): number {
  const clock = clockOf(timezone);
  if (clock === null) throw new RangeError(`"${timezone}" is not an IANA time zone: use a name such as "Asia/Dubai".`);
  const name = clock.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -size : size;
}

/**
 * Writes an instant as RFC 3339 in a zone's own wall time, to the second: `2026-11-09T10:00:00+04:00`.
 *
 * Throws a RangeError for an unknown zone, an invalid date, or a year outside 0000 to 9999.
 */
export function toOffsetDateTime(at: Date, timezone: string): string {
  const offset = offsetMinutes(at, timezone);
  const wallTime = new Date(at.getTime() + offset * 60_000).toISOString();
  if (wallTime.length !== "2026-11-09T10:00:00.000Z".length) {
    throw new RangeError("RFC 3339 writes years 0000 to 9999 only.");
  }
  return `${wallTime.slice(0, 19)}${toOffset(offset)}`;
}

function toOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const hh = String(Math.floor(size / 60)).padStart(2, "0");
  const mm = String(size % 60).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${hh}:${mm}`;
}
