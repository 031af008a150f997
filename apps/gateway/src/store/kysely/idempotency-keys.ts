import type { IdempotencyKey } from "../operations.ts";
import type { Queries } from "./database.ts";
import type { OperationTable } from "./schema.ts";

/** Gives the key to the operation; false where it is taken. `from` is an operation of the same unit that makes way. */
export async function bindKey(
  db: Queries,
  workspaceId: string,
  { scope, key }: IdempotencyKey,
  operationId: string,
  options: { readonly from?: string } = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("idempotency_keys")
    .values({ workspace_id: workspaceId, scope, key, operation_id: operationId })
    .onConflict((conflict) => {
      const taken = conflict.columns(["workspace_id", "scope", "key"]);
      if (options.from === undefined) return taken.doNothing();
      return taken.doUpdateSet({ operation_id: operationId }).where("idempotency_keys.operation_id", "=", options.from);
    })
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

export function findKeyHolder(
  db: Queries,
  workspaceId: string,
  { scope, key }: IdempotencyKey,
): Promise<OperationTable | undefined> {
  return db
    .selectFrom("operations")
    .innerJoin("idempotency_keys", (join) =>
      join
        .onRef("idempotency_keys.workspace_id", "=", "operations.workspace_id")
        .onRef("idempotency_keys.operation_id", "=", "operations.id"),
    )
    .selectAll("operations")
    .where("idempotency_keys.workspace_id", "=", workspaceId)
    .where("idempotency_keys.scope", "=", scope)
    .where("idempotency_keys.key", "=", key)
    .executeTakeFirst();
}
