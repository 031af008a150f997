/** A value, or every fault that stood in its way. */
export type Result<Value, Fault> = Ok<Value> | Faulty<Fault>;

export interface Ok<Value> {
  readonly ok: true;
  readonly value: Value;
}

export interface Faulty<Fault> {
  readonly ok: false;
  /** Never empty. */
  readonly faults: readonly Fault[];
}

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

export function faulty<Fault>(...faults: readonly Fault[]): Faulty<Fault> {
  return { ok: false, faults };
}
