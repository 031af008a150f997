import type { Conversation, ConversationStore, EnterTurnParams, Turn } from "../conversations.ts";
import { badCursor } from "../cursor.ts";
import { StoreError } from "../store-error.ts";
import { toDate } from "./columns.ts";
import type { Database, Queries } from "./database.ts";
import { toPage, toPosition } from "./paging.ts";
import type { ConversationTable } from "./schema.ts";

export function createConversationStore({ read, write }: Database): ConversationStore {
  return {
    async put(conversation) {
      return toConversation(await write((db) => putConversation(db, conversation)));
    },
    async find(workspaceId, conversationId) {
      const row = await read((db) => selectConversation(db, workspaceId, conversationId));
      return row === undefined ? null : toConversation(row);
    },
    async list(workspaceId, page) {
      const position = toPosition("conversations", page);
      const rows = await read((db) => selectNewest(db, workspaceId, position, page.limit + 1));
      return toPage("conversations", rows, page, toConversation, toAgePosition);
    },
    async openTurn(workspaceId, conversationId, now) {
      return toTurn(await write((db) => openTurn(db, workspaceId, conversationId, now)));
    },
    async enterTurn(params) {
      return toTurn(await write((db) => enterTurn(db, params)));
    },
    async currentTurn(workspaceId, conversationId) {
      const row = await read((db) => selectConversation(db, workspaceId, conversationId));
      return row === undefined || row.turn_number === 0 ? null : toTurn(row);
    },
  };
}

function selectConversation(db: Queries, workspaceId: string, id: string): Promise<ConversationTable | undefined> {
  return db
    .selectFrom("conversations")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

function putConversation(db: Queries, conversation: Conversation): Promise<ConversationTable> {
  const settings = toSettings(conversation);
  return db
    .insertInto("conversations")
    .values({
      ...settings,
      workspace_id: conversation.workspaceId,
      id: conversation.id,
      created_at: conversation.createdAt.getTime(),
      turn_number: 0,
      turn_explicit: 0,
      turn_opened_at: 0,
      turn_last_call_at: 0,
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doUpdateSet(settings))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Applications choose conversation ids, so age comes from the time of creation, and the id only parts equals. */
function selectNewest(
  db: Queries,
  workspaceId: string,
  position: string | null,
  limit: number,
): Promise<readonly ConversationTable[]> {
  const newest = db
    .selectFrom("conversations")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (position === null) return newest.execute();
  const { createdAt, id } = fromAgePosition(position);
  return newest.where((eb) => eb(eb.refTuple("created_at", "id"), "<", eb.tuple(createdAt, id))).execute();
}

function toAgePosition(row: ConversationTable): string {
  return `${row.created_at}:${row.id}`;
}

function fromAgePosition(position: string): { readonly createdAt: number; readonly id: string } {
  const [, createdAt, id] = /^([0-9]{1,16}):(.+)$/s.exec(position) ?? [];
  if (createdAt === undefined || id === undefined) throw badCursor("conversations");
  return { createdAt: Number(createdAt), id };
}

async function openTurn(db: Queries, workspaceId: string, id: string, now: Date): Promise<ConversationTable> {
  const row = await db
    .updateTable("conversations")
    .set((eb) => ({
      turn_number: eb("turn_number", "+", 1),
      turn_explicit: 1,
      turn_opened_at: now.getTime(),
      turn_last_call_at: now.getTime(),
    }))
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ?? throwNotFound();
}

/** One statement, so that calls made at once agree on the turn. */
async function enterTurn(db: Queries, params: EnterTurnParams): Promise<ConversationTable> {
  const now = params.now.getTime();
  const row = await db
    .updateTable("conversations")
    .set((eb) => {
      const hasEnded = eb.or([
        eb("turn_number", "=", 0),
        eb.and([eb("turn_explicit", "=", 0), eb("turn_last_call_at", "<", now - params.idleMs)]),
      ]);
      const whenEnded = eb.case().when(hasEnded);
      return {
        turn_number: whenEnded
          .then(eb("turn_number", "+", 1))
          .else(eb.ref("turn_number"))
          .end(),
        turn_opened_at: whenEnded.then(eb.val(now)).else(eb.ref("turn_opened_at")).end(),
        turn_explicit: whenEnded
          .then(eb.val(0 as const))
          .else(eb.ref("turn_explicit"))
          .end(),
        turn_last_call_at: eb
          .case()
          .when("turn_last_call_at", "<", now)
          .then(eb.val(now))
          .else(eb.ref("turn_last_call_at"))
          .end(),
      };
    })
    .where("workspace_id", "=", params.workspaceId)
    .where("id", "=", params.conversationId)
    .returningAll()
    .executeTakeFirst();
  return row ?? throwNotFound();
}

function throwNotFound(): never {
  throw new StoreError("not_found", "There is no such conversation.");
}

function toSettings(conversation: Conversation) {
  return {
    subject_channel: conversation.subjectChannel,
    subject_id: conversation.subjectId,
    locale: conversation.locale,
    timezone: conversation.timezone,
    domain_id: conversation.domainId,
    partner_id: conversation.partnerId,
    phone: conversation.phone,
    contact_id: conversation.contactId,
    country_code: conversation.countryCode,
    language: conversation.language,
    updated_at: conversation.updatedAt.getTime(),
  };
}

function toConversation(row: ConversationTable): Conversation {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    subjectChannel: row.subject_channel,
    subjectId: row.subject_id,
    locale: row.locale,
    timezone: row.timezone,
    domainId: row.domain_id,
    partnerId: row.partner_id,
    phone: row.phone,
    contactId: row.contact_id,
    countryCode: row.country_code,
    language: row.language,
    createdAt: toDate(row.created_at),
    updatedAt: toDate(row.updated_at),
  };
}

function toTurn(row: ConversationTable): Turn {
  return {
    workspaceId: row.workspace_id,
    conversationId: row.id,
    number: row.turn_number,
    explicit: row.turn_explicit === 1,
    openedAt: toDate(row.turn_opened_at),
    lastCallAt: toDate(row.turn_last_call_at),
  };
}
