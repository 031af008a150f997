import type { LostReason } from "./delivery.ts";

/** All that tenants and agents may learn of why an adapter gave no reply: anything finer would map the network for them. */
export type TenantWord = "unreachable" | "tls" | "timeout" | "bad_response";

const WORDS = {
  bad_headers: "unreachable",
  busy: "unreachable",
  closed: "unreachable",
  dns: "unreachable",
  refused_address: "unreachable",
  connect: "unreachable",
  tls: "tls",
  timeout: "timeout",
  reset: "bad_response",
  bad_reply: "bad_response",
  bad_encoding: "bad_response",
  too_large: "bad_response",
} as const satisfies Record<LostReason, TenantWord>;

export function toTenantWord(reason: LostReason): TenantWord {
  return WORDS[reason];
}
