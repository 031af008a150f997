import type { Workspace, WorkspaceStore } from "../workspaces.ts";
import { toDate } from "./columns.ts";
import type { Database } from "./database.ts";
import { toPage, toPosition } from "./paging.ts";
import type { WorkspaceTable } from "./schema.ts";

export function createWorkspaceStore({ read, write }: Database): WorkspaceStore {
  return {
    async create({ id, name, wrappedKey, createdAt }) {
      const row = { id, name, wrapped_key: wrappedKey, created_at: createdAt.getTime() };
      await write((db) => db.insertInto("workspaces").values(row).execute());
    },
    async find(workspaceId) {
      const row = await read((db) =>
        db.selectFrom("workspaces").selectAll().where("id", "=", workspaceId).executeTakeFirst(),
      );
      return row === undefined ? null : toWorkspace(row);
    },
    async list(page) {
      const position = toPosition("workspaces", page);
      const rows = await read((db) => {
        const newest = db
          .selectFrom("workspaces")
          .selectAll()
          .orderBy("id", "desc")
          .limit(page.limit + 1);
        return (position === null ? newest : newest.where("id", "<", position)).execute();
      });
      return toPage("workspaces", rows, page, toWorkspace);
    },
  };
}

function toWorkspace(row: WorkspaceTable): Workspace {
  return { id: row.id, name: row.name, wrappedKey: row.wrapped_key, createdAt: toDate(row.created_at) };
}
