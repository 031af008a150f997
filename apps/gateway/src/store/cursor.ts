import { isUtf8 } from "node:buffer";
import { StoreError } from "./store-error.ts";

/** The lists that are read in pages; a cursor of one is refused by the others. */
export type ListName = "workspaces" | "keys" | "connections" | "conversations" | "operations" | "unknown" | "calls";

/** Makes the opaque cursor of a position: base64url of the list's name and the position. */
export function encodeCursor(list: ListName, position: string): string {
  return Buffer.from(`${list}:${position}`).toString("base64url");
}

/** Gives the position, or throws `bad_cursor`. */
export function decodeCursor(list: ListName, cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  const text = bytes.toString();
  const prefix = `${list}:`;
  const isOurs = isUtf8(bytes) && text.startsWith(prefix) && text.length > prefix.length;
  if (!isOurs || bytes.toString("base64url") !== cursor) throw badCursor(list);
  return text.slice(prefix.length);
}

export function badCursor(list: string): StoreError {
  return new StoreError(
    "bad_cursor",
    `This is no cursor of the list of ${list}; pass one exactly as a page of it gave it.`,
  );
}
