import type { Gateway } from "./gateway.ts";
import type { CreatedKey } from "./secrets/workspace-keys.ts";
import type { Workspace } from "./store/workspaces.ts";

/** Makes a workspace with its data key and its first admin key, which is shown this once. */
export async function createWorkspace(
  gateway: Gateway,
  name: string,
): Promise<{ readonly workspace: Workspace; readonly adminKey: CreatedKey }> {
  const id = gateway.ids("ws");
  const workspace = { id, name, wrappedKey: gateway.vault.createWrappedKey(id), createdAt: gateway.clock() };
  await gateway.store.workspaces.create(workspace);
  const adminKey = await gateway.keys.create(id, { name: "first admin", scope: "admin" });
  return { workspace, adminKey };
}
