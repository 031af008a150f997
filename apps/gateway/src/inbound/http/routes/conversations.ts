import type { Static } from "typebox";
import { isLanguageTag, isTimeZone, ProblemError } from "counterfoil/core";
import type { Gateway } from "../../../gateway.ts";
import type { Conversation } from "../../../store/conversations.ts";
import { requirePrincipal } from "../access.ts";
import type { App } from "../app.ts";
import { toPageDocument, toPageRequest } from "../page-query.ts";
import { answers, closed, PageQuery, pageOf } from "../schemas/common.ts";
import {
  ConversationBody,
  ConversationDocument,
  ConversationParams,
  TokenBody,
  TokenDocument,
  TurnDocument,
} from "../schemas/conversation.ts";

const DEFAULT_TOKEN_SECONDS = 900;

export function registerConversationRoutes(app: App, gateway: Gateway): void {
  registerSettings(app, gateway);
  registerTurns(app, gateway);
}

function registerSettings(app: App, gateway: Gateway): void {
  app.put(
    "/v1/conversations/:id",
    {
      config: { access: "app" },
      schema: { params: ConversationParams, body: ConversationBody, response: answers({ 200: ConversationDocument }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      requireKnownNames(request.body);
      const settings = toConversation(workspaceId, request.params.id, request.body, gateway.clock());
      return toConversationDocument(await gateway.store.conversations.put(settings));
    },
  );

  app.get(
    "/v1/conversations",
    {
      config: { access: "read" },
      schema: { querystring: closed(PageQuery), response: answers({ 200: pageOf(ConversationDocument) }) },
    },
    async (request) => {
      const { workspaceId } = requirePrincipal(request);
      return toPageDocument(
        await gateway.store.conversations.list(workspaceId, toPageRequest(request.query)),
        toConversationDocument,
      );
    },
  );

  app.get(
    "/v1/conversations/:id",
    {
      config: { access: "read" },
      schema: { params: ConversationParams, response: answers({ 200: ConversationDocument }) },
    },
    async (request) =>
      toConversationDocument(
        await requireConversation(gateway, requirePrincipal(request).workspaceId, request.params.id),
      ),
  );
}

function registerTurns(app: App, gateway: Gateway): void {
  app.post(
    "/v1/conversations/:id/turns",
    { config: { access: "app" }, schema: { params: ConversationParams, response: answers({ 201: TurnDocument }) } },
    async (request, reply) => {
      const { workspaceId } = requirePrincipal(request);
      const { id } = await requireConversation(gateway, workspaceId, request.params.id);
      const turn = await gateway.store.conversations.openTurn(workspaceId, id, gateway.clock());
      reply.code(201);
      return { number: turn.number, opened_at: turn.openedAt.toISOString() };
    },
  );

  app.post(
    "/v1/conversations/:id/tokens",
    {
      config: { access: "app" },
      // A body is optional here, which Fastify has no way to declare; the handler judges an absent one as {}.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: { params: ConversationParams, body: TokenBody, response: answers({ 201: TokenDocument }) },
    },
    async (request, reply) => {
      const { workspaceId } = requirePrincipal(request);
      const { id } = await requireConversation(gateway, workspaceId, request.params.id);
      const ttlMs = (request.body.ttl_seconds ?? DEFAULT_TOKEN_SECONDS) * 1000;
      const { token, record } = await gateway.keys.createToken(workspaceId, id, ttlMs);
      reply.code(201);
      return { token, conversation: id, expires_at: record.expiresAt.toISOString() };
    },
  );
}

export async function requireConversation(gateway: Gateway, workspaceId: string, id: string): Promise<Conversation> {
  const conversation = await gateway.store.conversations.find(workspaceId, id);
  if (conversation !== null) return conversation;
  throw new ProblemError("not_found", "There is no such conversation; create it with PUT /v1/conversations/{id}.");
}

function requireKnownNames(body: Static<typeof ConversationBody>): void {
  const errors = [
    ...(isLanguageTag(body.locale) ? [] : [{ pointer: "/locale", message: "is not a language tag such as en-GB" }]),
    ...(isTimeZone(body.timezone)
      ? []
      : [{ pointer: "/timezone", message: "is not an IANA time zone such as Asia/Dubai" }]),
  ];
  if (errors.length === 0) return;
  const words = errors.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
  throw new ProblemError("invalid_request", `The conversation is refused: ${words}.`, { extras: { errors } });
}

function toConversation(
  workspaceId: string,
  id: string,
  body: Static<typeof ConversationBody>,
  now: Date,
): Conversation {
  return {
    workspaceId,
    id,
    subjectChannel: body.subject.channel,
    subjectId: body.subject.id,
    locale: body.locale,
    timezone: body.timezone,
    domainId: body.domainId ?? null,
    partnerId: body.partnerId ?? null,
    phone: body.phone ?? null,
    contactId: body.contactId ?? null,
    countryCode: body.countryCode ?? null,
    language: body.language ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

function toConversationDocument(conversation: Conversation) {
  const { id, locale, timezone, domainId, partnerId, phone, contactId, countryCode, language } = conversation;
  return {
    id,
    subject: { channel: conversation.subjectChannel, id: conversation.subjectId },
    locale,
    timezone,
    domainId,
    partnerId,
    phone,
    contactId,
    countryCode,
    language,
    created_at: conversation.createdAt.toISOString(),
    updated_at: conversation.updatedAt.toISOString(),
  };
}
