import type { DetachUnknownParams, OperationFilter, OperationRecord, OperationStore } from "../operations.ts";
import type { Page, PageRequest } from "../page.ts";
import type { Database, Queries } from "./database.ts";
import { bindKey, findKeyHolder } from "./idempotency-keys.ts";
import { OPEN_STATES, selectOperations, withAttempts, withOwnAttempts } from "./operation-rows.ts";
import { toPage, toPosition } from "./paging.ts";
import { recordIntent } from "./record-intent.ts";
import type { OperationTable } from "./schema.ts";
import { settle } from "./settle.ts";
import { startAttempt } from "./start-attempt.ts";
import { toFlag } from "./columns.ts";

type Unit = "recordIntent" | "startAttempt" | "settle" | "bindIdempotencyKey" | "detachUnknown";

export function createOperationStore(database: Database): OperationStore {
  return { ...createUnits(database), ...createReads(database) };
}

function createUnits({ dialect, write }: Database): Pick<OperationStore, Unit> {
  return {
    recordIntent: (params) => write((db) => recordIntent(db, dialect, params)),
    async startAttempt(params) {
      const operation = await write((db) => startAttempt(db, params));
      return operation === null ? { kind: "stale" } : { kind: "changed", operation };
    },
    async settle(params) {
      const operation = await write((db) => settle(db, params));
      return operation === null ? { kind: "stale" } : { kind: "settled", operation };
    },
    async bindIdempotencyKey(workspaceId, key, operationId) {
      await write((db) => bindKey(db, workspaceId, key, operationId));
    },
    async detachUnknown(params) {
      await write((db) => detachUnknown(db, params));
    },
  };
}

async function detachUnknown(db: Queries, params: DetachUnknownParams): Promise<void> {
  await db
    .updateTable("operations")
    .set({ open_intent: null })
    .where("workspace_id", "=", params.workspaceId)
    .where("conversation_id", "=", params.conversationId)
    .where("connection_id", "=", params.connectionId)
    .where("state", "=", "unknown")
    .where("open_intent", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("attempts")
            .select("number")
            .whereRef("attempts.workspace_id", "=", "operations.workspace_id")
            .whereRef("attempts.operation_id", "=", "operations.id")
            .where((attempt) =>
              attempt.or([
                attempt("attempts.ended_at", "is", null),
                attempt("attempts.ended_at", ">", params.readStartedAt.getTime()),
              ]),
            ),
        ),
      ),
    )
    .execute();
}

function createReads({ read }: Database): Omit<OperationStore, Unit> {
  return {
    find: (workspaceId, operationId) =>
      read((db) => findFirst(db, selectOperations(db, workspaceId).where("id", "=", operationId))),
    async bodies(workspaceId, operationId) {
      const row = await read((db) =>
        db
          .selectFrom("operation_bodies")
          .select(["request", "result"])
          .where("workspace_id", "=", workspaceId)
          .where("operation_id", "=", operationId)
          .executeTakeFirst(),
      );
      return row ?? null;
    },
    findByIdempotencyKey: (workspaceId, key) =>
      read(async (db) => withOwnAttempts(db, await findKeyHolder(db, workspaceId, key))),
    findOpenIntent: (workspaceId, conversationId, intentHash) =>
      read((db) =>
        findFirst(
          db,
          selectOperations(db, workspaceId)
            .where("conversation_id", "=", conversationId)
            .where("open_intent", "=", intentHash),
        ),
      ),
    findLastOfTurn: (workspaceId, conversationId, turn) =>
      read((db) =>
        findFirst(
          db,
          selectOperations(db, workspaceId)
            .where("conversation_id", "=", conversationId)
            .where("turn", "=", turn)
            .orderBy("id", "desc")
            .limit(1),
        ),
      ),
    list: (workspaceId, filter, page) => read((db) => listOperations(db, workspaceId, filter, page)),
    listUnknown: (page) => read((db) => listUnknown(db, page)),
    listAbandoned: (liveInstanceIds, limit) => read((db) => listAbandoned(db, liveInstanceIds, limit)),
  };
}

interface Findable {
  executeTakeFirst(): Promise<OperationTable | undefined>;
}

async function findFirst(db: Queries, query: Findable): Promise<OperationRecord | null> {
  return withOwnAttempts(db, await query.executeTakeFirst());
}

async function listOperations(
  db: Queries,
  workspaceId: string,
  filter: OperationFilter,
  page: PageRequest,
): Promise<Page<OperationRecord>> {
  const position = toPosition("operations", page);
  let newest = selectOperations(db, workspaceId)
    .orderBy("id", "desc")
    .limit(page.limit + 1);
  if (position !== null) newest = newest.where("id", "<", position);
  if (filter.state !== undefined) newest = newest.where("state", "=", filter.state);
  if (filter.unresolved !== undefined) newest = newest.where("unresolved", "=", toFlag(filter.unresolved));
  if (filter.conversationId !== undefined) newest = newest.where("conversation_id", "=", filter.conversationId);
  if (filter.connectionId !== undefined) newest = newest.where("connection_id", "=", filter.connectionId);
  return toPage("operations", await withAttempts(db, await newest.execute()), page, (operation) => operation);
}

/** Two workspaces may use one id, so the position is both. */
async function listUnknown(db: Queries, page: PageRequest): Promise<Page<OperationRecord>> {
  const position = toPosition("unknown", page);
  let oldest = db
    .selectFrom("operations")
    .selectAll()
    .where("state", "=", "unknown")
    .where("unresolved", "=", 0)
    .orderBy("id")
    .orderBy("workspace_id")
    .limit(page.limit + 1);
  if (position !== null) {
    const [id = "", workspaceId = ""] = position.split(" ");
    oldest = oldest.where((eb) => eb(eb.refTuple("id", "workspace_id"), ">", eb.tuple(id, workspaceId)));
  }
  const operations = await withAttempts(db, await oldest.execute());
  return toPage(
    "unknown",
    operations,
    page,
    (operation) => operation,
    ({ id, workspaceId }) => `${id} ${workspaceId}`,
  );
}

async function listAbandoned(
  db: Queries,
  liveInstanceIds: readonly string[],
  limit: number,
): Promise<readonly OperationRecord[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("state", "in", OPEN_STATES)
    .where((eb) => {
      const open = eb
        .selectFrom("attempts")
        .select("number")
        .whereRef("attempts.workspace_id", "=", "operations.workspace_id")
        .whereRef("attempts.operation_id", "=", "operations.id")
        .where("attempts.ended_at", "is", null);
      return eb.exists(
        liveInstanceIds.length === 0 ? open : open.where("attempts.instance_id", "not in", liveInstanceIds),
      );
    })
    .orderBy("id")
    .orderBy("workspace_id")
    .limit(limit)
    .execute();
  return withAttempts(db, rows);
}
