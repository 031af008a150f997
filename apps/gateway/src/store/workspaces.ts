import type { Page, PageRequest } from "./page.ts";

/** A tenant. Every other record belongs to exactly one. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** The workspace's data key, wrapped by the master key. */
  readonly wrappedKey: Uint8Array;
  readonly createdAt: Date;
}

export interface WorkspaceStore {
  create(workspace: Workspace): Promise<void>;
  find(workspaceId: string): Promise<Workspace | null>;
  list(page: PageRequest): Promise<Page<Workspace>>;
}
