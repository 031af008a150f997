import type { EntityEvidence, ReferenceEvidence, ValueEvidence } from "counterfoil/core";
import { DESK_TIMEZONE } from "./desk.ts";
import type { ServiceRequest } from "./request.ts";
import { CATEGORY_WORDING, STATE_WORDING } from "./wording.ts";

/** The record itself: lets a reply name it. */
export function toRequestEntity(request: ServiceRequest, asOf: string): EntityEvidence {
  const { reference, category } = request;
  const name = CATEGORY_WORDING[category];
  return {
    id: toEntityId(request),
    kind: "entity",
    as_of: asOf,
    type: "request",
    ref: reference,
    label: { en: `${name.en} request ${reference}`, ar: `طلب ${name.ar} ${reference}` },
  };
}

/** What a reply may state about the record: each item is one fact with its type. */
export function toRequestValues(request: ServiceRequest, asOf: string): readonly ValueEvidence[] {
  const entity = toEntityId(request);
  const base = { kind: "value", as_of: asOf, entity } as const;
  return [
    {
      ...base,
      id: `${entity}_state`,
      name: "state",
      type: "code",
      value: request.state,
      label: { en: "Status", ar: "الحالة" },
      labels: { [request.state]: STATE_WORDING[request.state] },
    },
    {
      ...base,
      id: `${entity}_visit_date`,
      name: "visit_date",
      type: "date",
      value: request.visitDate,
      label: { en: "Visit date", ar: "موعد الزيارة" },
    },
    {
      ...base,
      id: `${entity}_fee`,
      name: "fee",
      type: "money",
      value: { amount: request.fee, currency: "AED" },
      label: { en: "Call-out fee", ar: "رسوم الزيارة" },
    },
    {
      ...base,
      id: `${entity}_opened_at`,
      name: "opened_at",
      type: "datetime",
      value: request.openedAt,
      zone: DESK_TIMEZONE,
      label: { en: "Opened", ar: "تاريخ الطلب" },
    },
  ];
}

/** The code that the contact may quote later. */
export function toRequestReference(request: ServiceRequest, asOf: string): ReferenceEvidence {
  const entity = toEntityId(request);
  return {
    id: `${entity}_reference`,
    kind: "reference",
    as_of: asOf,
    entity,
    scheme: "request",
    code: request.reference,
  };
}

function toEntityId({ reference }: ServiceRequest): string {
  return `request_${reference.slice("R-".length)}`;
}
