import type { Category, ServiceRequest, State } from "./request.ts";

/** One text in both languages of the desk. */
export type Wording = { readonly en: string; readonly ar: string };

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

/** One request in one sentence, for the agent. */
export function toRequestText(request: ServiceRequest): Wording {
  const { reference, summary, visitDate, fee } = request;
  const category = CATEGORY_WORDING[request.category];
  const state = STATE_WORDING[request.state];
  return {
    en: `${category.en} request ${reference} (${summary}) is ${state.en}. Visit on ${visitDate}, fee AED ${fee}.`,
    ar: `طلب ${category.ar} ${reference} (${summary}): ${state.ar}. موعد الزيارة ${visitDate}، والرسوم ${fee} درهم.`,
  };
}

export function toListText(requests: readonly ServiceRequest[], total: number, language: Language): string {
  const headline = {
    en: `${requests.length} of ${total} request(s).`,
    ar: `المعروض ${requests.length} من أصل ${total} من الطلبات.`,
  };
  return [headline, ...requests.map(toRequestText)].map((wording) => wording[language]).join("\n");
}

export function toNotFoundText(reference: string): Wording {
  return {
    en: `This contact has no request ${reference}. Call request.list to see theirs.`,
    ar: `ليس لدى جهة الاتصال طلب بالمرجع ${reference}. استخدم request.list لعرض طلباتها.`,
  };
}

export function toTooManyText(open: readonly ServiceRequest[]): Wording {
  const references = open.map((request) => request.reference);
  return {
    en: `This contact already has ${open.length} open requests (${references.join(", ")}). One must be done before a new one.`,
    ar: `لدى جهة الاتصال ${open.length} طلبات مفتوحة (${references.join("، ")}). يجب إنجاز أحدها قبل تقديم طلب جديد.`,
  };
}

export function toVisitDateText(asked: string, first: string, last: string): Wording {
  return {
    en: `No visit can be planned on ${asked}. Ask for a date from ${first} to ${last}.`,
    ar: `لا يمكن تحديد زيارة في ${asked}. اختر تاريخًا من ${first} إلى ${last}.`,
  };
}
