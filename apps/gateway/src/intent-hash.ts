import { createHash } from "node:crypto";
import { toCanonicalJson, type JsonValue } from "counterfoil/core";
import type { Conversation } from "./store/conversations.ts";
import type { OfferedName } from "./store/connections.ts";

/** Two calls want the same change exactly when tool, subject and arguments are equal; spelling and key order do not count. */
export function toIntentHash(
  conversation: Conversation,
  tool: Pick<OfferedName, "connectionId" | "toolName">,
  args: JsonValue,
): string {
  const intent = {
    arguments: args,
    connection: tool.connectionId,
    partner: conversation.partnerId,
    phone: conversation.phone,
    subject: { channel: conversation.subjectChannel, id: conversation.subjectId },
    tool: tool.toolName,
  };
  return createHash("sha256").update(toCanonicalJson(intent)).digest("hex");
}
