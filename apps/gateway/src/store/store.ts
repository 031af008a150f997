import type { CallStore } from "./calls.ts";
import type { ConnectionStore } from "./connections.ts";
import type { ContactStore } from "./contacts.ts";
import type { ConversationStore } from "./conversations.ts";
import type { EventStore } from "./events.ts";
import type { KeyStore } from "./keys.ts";
import type { OperationStore } from "./operations.ts";
import type { WorkspaceStore } from "./workspaces.ts";

/**
 * Everything the gateway keeps.
 *
 * Each method is one whole unit of work: it commits, or it leaves nothing behind. No transaction leaves the store. Every record but a
 * workspace is addressed by its workspace first, so that another tenant's id is simply not there.
 */
export interface Store {
  readonly workspaces: WorkspaceStore;
  readonly keys: KeyStore;
  readonly connections: ConnectionStore;
  readonly conversations: ConversationStore;
  readonly contacts: ContactStore;
  readonly operations: OperationStore;
  readonly calls: CallStore;
  readonly events: EventStore;
  /** Rejects where the store cannot be written to. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}
