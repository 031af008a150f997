import type { Page, PageRequest } from "../../store/page.ts";

const DEFAULT_LIMIT = 50;

export function toPageRequest(query: { readonly limit?: string; readonly after?: string }): PageRequest {
  return { limit: query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit), after: query.after ?? null };
}

export function toPageDocument<Item, Document>(page: Page<Item>, toDocument: (item: Item) => Document) {
  return { items: page.items.map((item) => toDocument(item)), next_cursor: page.nextCursor };
}
