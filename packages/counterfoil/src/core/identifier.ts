/** Gives that many random bytes. */
export type RandomBytes = (bytes: number) => Uint8Array;

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID_TIME_LENGTH = 10;
const ULID_RANDOM_LENGTH = 16;

/** A new `<prefix>_` + ULID: 26 characters of Crockford's base 32, milliseconds first, so that ids sort by time. */
export function createId(prefix: string, now: Date, random: RandomBytes): string {
  let rest = now.getTime();
  let time = "";
  for (let index = 0; index < ULID_TIME_LENGTH; index += 1) {
    time = CROCKFORD.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${Array.from(random(ULID_RANDOM_LENGTH), (byte) => CROCKFORD.charAt(byte % 32)).join("")}`;
}

// The first character carries three bits: 48 bits of time in ten characters.
const ULID_OPERATION_ID = /^op_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** When an operation id was made, in milliseconds since 1970; null for ids that are not `op_` + ULID and so have no age. */
export function readUlidTime(operationId: string): number | null {
  if (!ULID_OPERATION_ID.test(operationId)) return null;
  const time = operationId.slice("op_".length, "op_".length + ULID_TIME_LENGTH);
  return Array.from(time).reduce((milliseconds, digit) => milliseconds * 32 + CROCKFORD.indexOf(digit), 0);
}

/** Whether an adapter accepts this `Operation-Id` (provider contract §2.2). */
export function isOperationId(text: string): boolean {
  return /^[A-Za-z0-9_-]{16,64}$/.test(text);
}
