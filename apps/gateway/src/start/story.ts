import { isJsonArray, isJsonObject, member, type JsonObject, type JsonValue } from "counterfoil/core";
import type { ApiAnswer, ApiClient } from "./api-client.ts";

/** Who the story is about: a contact nobody has used before, so that every start tells it from the beginning. */
export interface StoryContact {
  readonly conversation: string;
  readonly phone: string;
}

export interface StoryParams {
  readonly api: ApiClient;
  readonly contact: StoryContact;
  readonly now: Date;
  readonly tell: (line: string) => void;
}

const DAY_MS = 86_400_000;
const DAYS_TO_TRY = 14;

/** A day soon enough for a visit, far enough that no time zone makes it today. */
export function toVisitDate(now: Date): string {
  return toDay(now, 3);
}

/** Tells on the terminal what happens when an agent books, repeats itself, and opens a request; every line is a live answer. */
export async function tellStory(params: StoryParams): Promise<void> {
  const { api, contact, tell } = params;
  await api.send("PUT", `/v1/conversations/${contact.conversation}`, toConversation(contact));
  const slot = await findSlot(params);
  if (slot !== null) await bookTwice(params, slot);
  await openRequest(params);
  tell("");
}

function toConversation({ phone }: StoryContact): JsonObject {
  return {
    subject: { channel: "whatsapp", id: phone },
    locale: "en-GB",
    timezone: "Europe/London",
    domainId: "cogwheel-cycles",
    partnerId: "riverside",
    phone,
    countryCode: "1",
    language: "en",
  };
}

async function findSlot(params: StoryParams): Promise<string | null> {
  const { contact, now, tell } = params;
  tell("An agent looks for a free slot at Cogwheel Cycles (domain-pack contract):");
  for (let day = 1; day <= DAYS_TO_TRY; day += 1) {
    const date = toDay(now, day);
    const answer = await call(params, {
      conversation: contact.conversation,
      tool: "find_slots",
      arguments: { service: "brake-service", date },
    });
    tellAnswer(params, `find_slots ${date}`, answer);
    const slot = firstSlot(answer.body);
    if (slot !== null) return slot;
    if (outcomeOf(answer) !== "refused") return null;
  }
  return null;
}

async function bookTwice(params: StoryParams, slot: string): Promise<void> {
  const { contact, tell } = params;
  const body = {
    conversation: contact.conversation,
    tool: "book_slot",
    arguments: { service: "brake-service", slot_id: slot, contact_name: "Sam Rider" },
  };
  const headers = { "idempotency-key": `book-${contact.conversation}` };
  tell("It books one, and repeats the very same call, as agents do when an answer is lost:");
  const first = await call(params, body, headers);
  tellAnswer(params, `book_slot ${slot}`, first);
  const second = await call(params, body, headers);
  tellAnswer(params, "the same again", second);
  const same =
    text(first.body, "operation_id") !== "" && text(first.body, "operation_id") === text(second.body, "operation_id");
  if (same && member(second.body, "replayed") === true) {
    tell(`    recognised: both calls are operation ${text(second.body, "operation_id")}, sent once`);
  }
}

async function openRequest(params: StoryParams): Promise<void> {
  const { contact, now, tell } = params;
  tell("It opens a request at the service desk (provider contract), which answers with a receipt:");
  const answer = await call(
    params,
    {
      conversation: contact.conversation,
      tool: "request_create",
      arguments: { category: "plumbing", summary: "The kitchen tap drips.", visit_date: toVisitDate(now) },
    },
    { "idempotency-key": `request-${contact.conversation}` },
  );
  tellAnswer(params, "request_create", answer);
  const action = evidenceOf(answer.body).find((item) => member(item, "kind") === "action");
  if (action !== undefined) {
    tell(`    proven: ${text(action, "action")} is ${text(action, "result")} as ${text(action, "operation_id")}`);
  }
}

/** A gateway that cannot be reached, or that refuses, is part of the story too. */
async function call(
  { api }: StoryParams,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  return api.send("POST", "/v1/calls", body, headers);
}

function tellAnswer({ tell }: StoryParams, what: string, { status, body }: ApiAnswer): void {
  const error = member(body, "error");
  const words = isJsonObject(error) ? text(error, "message") : text(body, "text") || text(body, "detail");
  const outcome = status === 200 ? text(body, "outcome") : `HTTP ${status}`;
  tell(`  ${what} → ${outcome}: ${words}`);
}

function toDay(now: Date, daysAhead: number): string {
  return new Date(now.getTime() + daysAhead * DAY_MS).toISOString().slice(0, 10);
}

function outcomeOf({ body }: ApiAnswer): string {
  return text(body, "outcome");
}

function firstSlot(body: JsonObject): string | null {
  const data = member(body, "data");
  const slots = isJsonObject(data) ? member(data, "slots") : undefined;
  const [first] = isJsonArray(slots) ? slots : [];
  return isJsonObject(first) ? text(first, "slot_id") : null;
}

function evidenceOf(body: JsonObject): readonly JsonObject[] {
  const evidence = member(body, "evidence");
  return isJsonArray(evidence) ? evidence.filter((item: JsonValue) => isJsonObject(item)) : [];
}

function text(object: JsonObject, name: string): string {
  const value = member(object, name);
  return typeof value === "string" ? value : "";
}
