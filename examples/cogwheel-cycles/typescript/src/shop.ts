import { type CalendarDate, type Weekday, toWeekday, toWeekdayName } from "./calendar.ts";

/** One shop of the chain: a Partner of the Domain Pack. All its times are those of the clock on its own wall. */
export interface Shop {
  readonly partnerId: string;
  readonly name: string;
  readonly timezone: string;
  /** Begins every slot id of this shop. */
  readonly slotPrefix: string;
  readonly openFrom: Weekday;
  readonly openTo: Weekday;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly slotTimes: readonly string[];
}

const SHOPS: readonly Shop[] = [
  {
    partnerId: "riverside",
    name: "Cogwheel Cycles Riverside",
    timezone: "Europe/London",
    slotPrefix: "rv",
    openFrom: 1,
    openTo: 7,
    opensAt: "09:00",
    closesAt: "18:00",
    slotTimes: ["09:30", "11:00", "15:30"],
  },
  {
    partnerId: "old-town",
    name: "Cogwheel Cycles Old Town",
    timezone: "Europe/London",
    slotPrefix: "ot",
    openFrom: 2,
    openTo: 6,
    opensAt: "10:00",
    closesAt: "19:00",
    slotTimes: ["10:30", "13:00", "16:30"],
  },
];

export function findShop(partnerId: string | null): Shop | undefined {
  return SHOPS.find((shop) => shop.partnerId === partnerId);
}

export function isOpen(shop: Shop, date: CalendarDate): boolean {
  const weekday = toWeekday(date);
  return shop.openFrom <= weekday && weekday <= shop.openTo;
}

export function toOpeningHours(shop: Shop): string {
  const days = `${toWeekdayName(shop.openFrom)} to ${toWeekdayName(shop.openTo)}`;
  return `${days}, ${shop.opensAt} to ${shop.closesAt}`;
}
