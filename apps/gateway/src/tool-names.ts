import { createHash } from "node:crypto";
import type { Tool } from "counterfoil/core";
import type { Connection, OfferedName } from "./store/connections.ts";

const MAX_NAME_LENGTH = 64;
const HASH_LENGTH = 8;

/**
 * Gives each tool that has none yet a name every model API accepts: `^[A-Za-z][A-Za-z0-9_-]{0,63}$`.
 *
 * Dots become underscores; where that name is taken, the connection's name goes in front, and where that fails a hash goes behind. Names
 * once given are kept for good, so adding a connection never renames a tool of another.
 */
export function allocateNames(
  connection: Pick<Connection, "workspaceId" | "id" | "name">,
  tools: readonly Tool[],
  given: readonly OfferedName[],
): readonly OfferedName[] {
  const taken = new Set(given.map(({ name }) => name));
  const own = new Set(
    given.filter(({ connectionId }) => connectionId === connection.id).map(({ toolName }) => toolName),
  );
  const added: OfferedName[] = [];
  for (const { name: toolName } of tools.filter((tool) => !own.has(tool.name))) {
    const name = candidates(connection, toolName).find((candidate) => !taken.has(candidate));
    if (name === undefined) continue;
    taken.add(name);
    added.push({ workspaceId: connection.workspaceId, name, connectionId: connection.id, toolName });
  }
  return added;
}

function candidates(connection: Pick<Connection, "id" | "name">, toolName: string): readonly string[] {
  const plain = toolName.replaceAll(".", "_");
  const prefix = connection.name.replaceAll("-", "_").replace(/^([^A-Za-z])/, "c$1");
  const hash = createHash("sha256").update(`${connection.id}\n${toolName}`).digest("hex").slice(0, HASH_LENGTH);
  const hashed = `${plain.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}_${hash}`;
  return [plain, `${prefix}_${plain}`, hashed].filter((name) => name.length <= MAX_NAME_LENGTH);
}
