import { decodeCursor, encodeCursor, type ListName } from "../cursor.ts";
import type { Page, PageRequest } from "../page.ts";

/** Gives the position to read on from, or null for the first page. */
export function toPosition(list: ListName, { after }: PageRequest): string | null {
  return after === null ? null : decodeCursor(list, after);
}

/** Makes a page of rows that were read with one more than the limit, which tells whether there is another page. */
export function toPage<Row extends { readonly id: string }, Item>(
  list: ListName,
  rows: readonly Row[],
  { limit }: PageRequest,
  toItem: (row: Row) => Item,
  toCursorPosition: (row: Row) => string = ({ id }) => id,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(list, toCursorPosition(last)) : null;
  return { items: shown.map((row) => toItem(row)), nextCursor };
}
