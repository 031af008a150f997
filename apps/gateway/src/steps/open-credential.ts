import { ProblemError } from "counterfoil/core";
import type { Gateway } from "../gateway.ts";
import type { Connection } from "../store/connections.ts";

/** Unseals the connection's credential; done before the intent is recorded, so that a missing one leaves no trace. */
export async function openCredential(gateway: Gateway, connection: Connection): Promise<string> {
  const { workspaceId, id, sealedCredential } = connection;
  if (sealedCredential === null) {
    throw new ProblemError(
      "unavailable",
      "The tool's connection has no credential; set one with PATCH /v1/connections/{id}.",
    );
  }
  return gateway.vault.open({ workspaceId, purpose: "connection.credential", id }, sealedCredential);
}
