import type { Wording } from "./wording.ts";

/** The desk's own words to the contact, by outcome (ICU MessageFormat); placeholders are filled from evidence. */
export const MESSAGES: Readonly<Record<"done" | "refused", Wording>> = {
  done: {
    en: "We have opened your request: {entity}. Please quote {reference} when you contact us.",
    ar: "سجّلنا طلبك: {entity}. يُرجى ذكر المرجع {reference} عند التواصل معنا.",
  },
  refused: {
    en: "We could not open your request.",
    ar: "تعذّر تسجيل طلبك.",
  },
};
