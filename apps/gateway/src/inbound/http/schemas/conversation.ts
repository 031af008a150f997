import { Type } from "typebox";
import { closed, Instant, nullable } from "./common.ts";

/** Bounded, because ids and phones are parts of keys; without NUL, which databases do not take. */
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^[^\\u0000]*$" });

/** The members the domain-pack contract sends as its context are spelled as that contract spells them. */
const domainMembers = {
  domainId: text(128),
  partnerId: text(128),
  phone: text(64),
  contactId: text(128),
  countryCode: text(16),
  language: text(35),
};

export const ConversationBody = closed({
  subject: closed({ channel: text(64), id: text(256) }, { description: "Who writes, as the channel asserts it." }),
  locale: text(35),
  timezone: text(64),
  domainId: Type.Optional(nullable(domainMembers.domainId)),
  partnerId: Type.Optional(nullable(domainMembers.partnerId)),
  phone: Type.Optional(nullable(domainMembers.phone)),
  contactId: Type.Optional(nullable(domainMembers.contactId)),
  countryCode: Type.Optional(nullable(domainMembers.countryCode)),
  language: Type.Optional(nullable(domainMembers.language)),
});

export const ConversationParams = closed({ id: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$" }) });

export const ConversationDocument = closed({
  id: Type.String(),
  subject: closed({ channel: Type.String(), id: Type.String() }),
  locale: Type.String(),
  timezone: Type.String(),
  domainId: nullable(Type.String()),
  partnerId: nullable(Type.String()),
  phone: nullable(Type.String()),
  contactId: nullable(Type.String()),
  countryCode: nullable(Type.String()),
  language: nullable(Type.String()),
  created_at: Instant,
  updated_at: Instant,
});

export const TurnDocument = closed({ number: Type.Integer(), opened_at: Instant });

export const TokenBody = closed({
  ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400, description: "900 unless given." })),
});

export const TokenDocument = closed({
  token: Type.String({ description: "Shown once." }),
  conversation: Type.String(),
  expires_at: Instant,
});
