import type { HandlerContext } from "counterfoil/adapter";
import { type WallTime, toWallTime } from "./calendar.ts";
import type { Contact } from "./contacts.ts";
import { type Shop, findShop } from "./shop.ts";

/** Whom a call is for, at which shop, and what the clock on that shop's wall shows. */
export interface Caller extends Contact {
  readonly shop: Shop;
  readonly now: WallTime;
}

/** Undefined when the call names no shop of ours, or no phone. */
export function toCaller({ partnerId, phone }: HandlerContext, now: Date): Caller | undefined {
  const shop = findShop(partnerId);
  if (shop === undefined || phone === null) return undefined;
  return { partnerId: shop.partnerId, phone, shop, now: toWallTime(now, shop.timezone) };
}
