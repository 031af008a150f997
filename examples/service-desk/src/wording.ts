import type { Category, State } from "./request.ts";

/** The desk speaks two languages; every text it has stands here, in both. */
export interface Wording {
  readonly en: string;
  readonly ar: string;
}

export type Language = keyof Wording;

export const CATEGORY_WORDING: Readonly<Record<Category, Wording>> = {
  plumbing: { en: "Plumbing", ar: "سباكة" },
  electrical: { en: "Electrical", ar: "كهرباء" },
  cooling: { en: "Air conditioning", ar: "تكييف" },
};

export const STATE_WORDING: Readonly<Record<State, Wording>> = {
  received: { en: "received", ar: "تم استلامه" },
  scheduled: { en: "scheduled", ar: "تم تحديد موعده" },
  done: { en: "done", ar: "منجز" },
};

/** The desk's language for a contact's locale, such as `ar-AE`; English for any other. */
export function toLanguage(locale: string | null): Language {
  return locale?.toLowerCase().split("-")[0] === "ar" ? "ar" : "en";
}
