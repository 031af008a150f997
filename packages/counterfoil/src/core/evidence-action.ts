import type { ActionEvidence } from "./evidence.ts";
import { broken, SOUND } from "./evidence-fault.ts";
import type { EvidenceFaults } from "./evidence-fault.ts";
import { ITEMS_POINTER, itemsOfKind } from "./evidence-reply.ts";
import type { EvidenceReply, PlacedItem } from "./evidence-reply.ts";
import { toPointer } from "./json.ts";

/** A reading tool yields no action; a mutating one exactly one, about the very operation that was sent. */
export function checkAction(reply: EvidenceReply): EvidenceFaults {
  const actions = itemsOfKind(reply.items, "action");
  if (!reply.tool.mutating) {
    return actions.flatMap(({ pointer }) =>
      broken("action_on_read", pointer, "The tool is declared as reading: it cannot have done anything."),
    );
  }
  if (actions.length === 0) {
    return broken("action_missing", ITEMS_POINTER, "Add the `action` item: a success string is no action receipt.");
  }
  return [
    ...actions.flatMap((action) => checkIdentity(reply, action)),
    ...actions
      .slice(1)
      .flatMap(({ pointer }) =>
        broken("action_repeated", pointer, "Send exactly one `action` item for one operation."),
      ),
  ];
}

function checkIdentity(reply: EvidenceReply, { item, pointer }: PlacedItem<ActionEvidence>): EvidenceFaults {
  const { tool, operation, status } = reply;
  return [
    ...(item.action === tool.action
      ? SOUND
      : broken("action_name_mismatch", toPointer(pointer, "action"), "Send the action name that the tool declares.")),
    ...(item.operation_id === operation?.id
      ? SOUND
      : broken("operation_mismatch", toPointer(pointer, "operation_id"), "Send the `Operation-Id` that came.")),
    ...(item.request_fingerprint === operation?.fingerprint
      ? SOUND
      : broken(
          "fingerprint_mismatch",
          toPointer(pointer, "request_fingerprint"),
          "Send the `Request-Fingerprint` that came.",
        )),
    ...((item.result === "refused") === (status === "refused")
      ? SOUND
      : broken(
          "action_result_mismatch",
          toPointer(pointer, "result"),
          "The result is `refused` exactly when the reply's `status` is.",
        )),
  ];
}
