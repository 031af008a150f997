/** One page of a list, newest first unless said otherwise. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass as `after` to read on; null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number;
  /** The cursor of the page before; null for the first page. A cursor that no page gave yields `bad_cursor`. */
  readonly after: string | null;
}
