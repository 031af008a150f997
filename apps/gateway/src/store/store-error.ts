/**
 * Why the store could not do as asked.
 *
 * - `bad_cursor`: no page of this list gave that cursor
 * - `not_found`: the record to write under (a conversation, a connection) is not there
 * - `unavailable`: the database is busy, full, gone or too slow. What was under way did not happen, or, where the link broke during the
 *   commit, nobody knows: read again before repeating it.
 */
export type StoreErrorCode = "bad_cursor" | "not_found" | "unavailable";

/** A fault of the store; every other error that it throws is a defect. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
