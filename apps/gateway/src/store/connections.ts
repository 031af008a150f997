import type { ContractName } from "counterfoil/contracts";
import type { Page, PageRequest } from "./page.ts";

/** A workspace's link to one adapter. */
export interface Connection {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly contract: ContractName;
  readonly origin: string;
  /** The adapter's credential, sealed; null once the origin has changed and no new one was set. */
  readonly sealedCredential: Uint8Array | null;
  /** Counts up with every credential that is set. */
  readonly credentialVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A manifest or pack of a connection, as it was read. */
export interface ConnectionDocument {
  readonly workspaceId: string;
  readonly connectionId: string;
  /** Counts up from 1. */
  readonly version: number;
  readonly body: Uint8Array;
  /** SHA-256 of the body, hex. */
  readonly hash: string;
  readonly etag: string | null;
  /** `serving` is the one calls are judged by; `held` awaits acceptance. */
  readonly status: "serving" | "held" | "past";
  readonly readAt: Date;
}

/** The name under which agents see a tool; once given it never changes. */
export interface OfferedName {
  readonly workspaceId: string;
  /** `^[A-Za-z][A-Za-z0-9_-]{0,63}$`, unique in the workspace. */
  readonly name: string;
  readonly connectionId: string;
  readonly toolName: string;
}

export interface ConnectionChange {
  readonly name?: string;
  readonly origin?: string;
  readonly sealedCredential?: Uint8Array | null;
  readonly credentialVersion?: number;
}

export interface ConnectionStore {
  /** Connection, first document and names in one unit. Gives `name_taken` where another connection has the name or an offered name. */
  create(
    connection: Connection,
    document: ConnectionDocument,
    names: readonly OfferedName[],
  ): Promise<"created" | "name_taken">;
  find(workspaceId: string, connectionId: string): Promise<Connection | null>;
  findByName(workspaceId: string, name: string): Promise<Connection | null>;
  list(workspaceId: string, page: PageRequest): Promise<Page<Connection>>;
  /**
   * Changes the connection as it was read: `stale` where it has another origin or credential by now, for which the change was not meant.
   */
  update(
    connection: Connection,
    change: ConnectionChange,
    at: Date,
  ): Promise<"updated" | "not_found" | "name_taken" | "stale">;
  /** Removes the connection with its documents; its offered names stay reserved. `open_operations` while an operation of it is open. */
  remove(workspaceId: string, connectionId: string): Promise<"removed" | "not_found" | "open_operations">;
  servingDocument(workspaceId: string, connectionId: string): Promise<ConnectionDocument | null>;
  /** Every serving document of the workspace, for the offer. */
  servingDocuments(workspaceId: string): Promise<readonly ConnectionDocument[]>;
  /** Keeps a document that awaits acceptance, in place of one that awaited it before. */
  holdDocument(document: ConnectionDocument): Promise<void>;
  heldDocument(workspaceId: string, connectionId: string): Promise<ConnectionDocument | null>;
  /** Makes the document the serving one, whether it is new or held (the one before becomes `past`), and adds the names, in one unit. */
  serveDocument(document: ConnectionDocument, names: readonly OfferedName[]): Promise<"served" | "name_taken">;
  offeredNames(workspaceId: string): Promise<readonly OfferedName[]>;
  findOfferedName(workspaceId: string, name: string): Promise<OfferedName | null>;
}
