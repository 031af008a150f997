/** Null stays null. */
export function toDate(instant: number): Date;
export function toDate(instant: number | null): Date | null;
export function toDate(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}

export function toInstant(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}

export function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
