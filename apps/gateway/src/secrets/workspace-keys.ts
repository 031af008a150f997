import { createHmac, hkdfSync } from "node:crypto";
import type { Principal } from "../caller.ts";
import type { Clock, Random } from "../gateway.ts";
import type { Ids } from "../ids.ts";
import type { ConversationToken, KeyScope, WorkspaceKey } from "../store/keys.ts";
import type { Store } from "../store/store.ts";
