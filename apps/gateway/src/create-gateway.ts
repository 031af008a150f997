import type { KeyObject } from "node:crypto";
import type { Clock, Gateway } from "./gateway.ts";
import { createIds } from "./ids.ts";
import { createLog, type LogSink } from "./log.ts";
import { createOffers } from "./offers.ts";
import { createAdapterClient } from "./outbound/adapter-client.ts";
import type { AllowList } from "./outbound/allow-list.ts";
import { createRunningOperations } from "./running-operations.ts";
import { createVault } from "./secrets/vault.ts";
import { createWorkspaceKeys } from "./secrets/workspace-keys.ts";
import type { Random } from "./secrets/random.ts";
import type { Store } from "./store/store.ts";

export interface GatewayDeps {
  readonly store: Store;
  readonly masterKey: KeyObject;
  readonly allowPrivateOrigins: AllowList;
  readonly logSink: LogSink;
  readonly clock: Clock;
  readonly random: Random;
}

/** Wires a gateway over an open store; reads no environment and opens no listening socket. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { store, clock, random, masterKey, allowPrivateOrigins } = deps;
  const ids = createIds(clock, random);
  return {
    store,
    clock,
    random,
    ids,
    client: createAdapterClient({ allowPrivateOrigins }),
    vault: createVault(store, masterKey, random),
    keys: createWorkspaceKeys({ store, masterKey, clock, random, ids }),
    offers: createOffers(store),
    running: createRunningOperations(),
    log: createLog(deps.logSink),
    allowedPrivate: allowPrivateOrigins,
    instanceId: ids("inst"),
  };
}
