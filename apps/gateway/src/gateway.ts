import type { Ids } from "./ids.ts";
import type { AdapterClient } from "./outbound/adapter-client.ts";
import type { Log } from "./log.ts";
import type { Offers } from "./offers.ts";
import type { AllowList } from "./outbound/allow-list.ts";
import type { RunningOperations } from "./running-operations.ts";
import type { Random } from "./secrets/random.ts";
import type { Store } from "./store/store.ts";
import type { Vault } from "./secrets/vault.ts";
import type { WorkspaceKeys } from "./secrets/workspace-keys.ts";

/** The one clock of the process. */
export type Clock = () => Date;

/** All that the call path and the routes lean on; wired once in `create-gateway.ts`. */
export interface Gateway {
  readonly store: Store;
  readonly client: AdapterClient;
  readonly vault: Vault;
  readonly keys: WorkspaceKeys;
  readonly offers: Offers;
  readonly running: RunningOperations;
  readonly log: Log;
  readonly ids: Ids;
  /** Private places that adapters may live at. */
  readonly allowedPrivate: AllowList;
  readonly clock: Clock;
  readonly random: Random;
  /** This process; attempts carry it. */
  readonly instanceId: string;
}
