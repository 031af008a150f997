import type { WireHeaders, WireReply, WireRequest } from "counterfoil/contracts";
import type { AllowList } from "./allow-list.ts";
import { Connection } from "./connection.ts";
import { startDeadline } from "./deadline.ts";
import { type Delivery, DeliveryFault, type DeliveryPhase, toErrorCode } from "./delivery.ts";
import { dial } from "./dial.ts";
import { type OriginParts, toOriginParts } from "./origin.ts";
import { OriginPool } from "./origin-pool.ts";
import { type Lookup, lookupHost, resolveAllowed, shareLookups } from "./resolve-host.ts";
import { toSentHeaders } from "./wire-headers.ts";

export interface AdapterClientOptions {
  readonly allowPrivateOrigins: AllowList;
  readonly lookup?: Lookup;
  /** PEM certificates to trust instead of the system's. */
  readonly certificateAuthorities?: readonly string[];
  /** 64 unless set. */
  readonly maxConnectionsPerOrigin?: number;
  /** 1,024 unless set. */
  readonly maxWaitingPerOrigin?: number;
}

export interface SendParams {
  /** As `parseOrigin` gives it. */
  readonly origin: string;
  readonly request: WireRequest;
  /** Credential and trace of this attempt; they win over headers of the request. */
  readonly attemptHeaders: WireHeaders;
  /** Whether the request may change something at the adapter: such a request is written at most once. */
  readonly mutating: boolean;
  /** Covers waiting for a connection, name look-up, connecting, sending, headers and body. */
  readonly timeoutMs: number;
  /** 1 MiB unless set; counted while the reply streams in. */
  readonly maxReplyBytes?: number;
  /** Told of every new phase as it is reached; `after_send` right before the first byte is written. */
  readonly onPhase?: (phase: DeliveryPhase) => void;
}

/** The one place from which requests leave this machine for an adapter. */
export interface AdapterClient {
  /** Sends one request. Never rejects: a fault is part of the answer. Redirects are replies like any other. */
  send(params: SendParams): Promise<Delivery>;
  /** Takes no more requests, waits for those under way and closes every socket. */
  close(): Promise<void>;
}

const MAX_REPLY_BYTES = 1024 * 1024;
const PHASES: readonly DeliveryPhase[] = ["before_send", "after_send", "after_headers"];

export function createAdapterClient(options: AdapterClientOptions): AdapterClient {
  const pools = new Map<string, OriginPool>();
  const underWay = new Set<Promise<Delivery>>();
  const lookup = shareLookups(options.lookup ?? lookupHost);
  let closed = false;

  const poolOf = (parts: OriginParts): OriginPool => {
    const pool = pools.get(parts.origin) ?? createPool(parts, options, lookup, () => pools.delete(parts.origin));
    pools.set(parts.origin, pool);
    return pool;
  };

  return {
    async send(params) {
      if (closed)
        return { kind: "lost", phase: "before_send", reason: "closed", detail: "The gateway is shutting down." };
      const delivery = deliver(params, poolOf);
      underWay.add(delivery);
      return delivery.finally(() => underWay.delete(delivery));
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
      for (const pool of pools.values()) pool.closeIdle();
    },
  };
}

async function deliver(params: SendParams, poolOf: (parts: OriginParts) => OriginPool): Promise<Delivery> {
  let phase: DeliveryPhase = "before_send";
  const onPhase = (reached: DeliveryPhase) => {
    // A read that is sent again on a new socket has still been sent before.
    if (PHASES.indexOf(reached) <= PHASES.indexOf(phase)) return;
    phase = reached;
    params.onPhase?.(reached);
  };
  const deadline = startDeadline(params.timeoutMs);
  try {
    const reply = await exchange(params, poolOf, onPhase, deadline.signal);
    return { kind: "replied", reply };
  } catch (error) {
    const { reason, message } = error instanceof DeliveryFault ? error : toUnexpected(error);
    return { kind: "lost", phase, reason, detail: message };
  } finally {
    deadline.clear();
  }
}

async function exchange(
  params: SendParams,
  poolOf: (parts: OriginParts) => OriginPool,
  onPhase: (phase: DeliveryPhase) => void,
  signal: AbortSignal,
): Promise<WireReply> {
  const { request, mutating, maxReplyBytes = MAX_REPLY_BYTES } = params;
  const headers = toSentHeaders(request, params.attemptHeaders);
  const parts = toOriginParts(params.origin);
  if (!parts) throw new DeliveryFault("bad_headers", "The origin is not of the form https://host[:port].");
  const { method, path, body } = request;
  let stale = false;
  const run = async (connection: Connection): Promise<WireReply> => {
    stale = connection.used;
    const onReached = (phase: DeliveryPhase) => {
      if (phase === "after_headers") stale = false;
      onPhase(phase);
    };
    return connection.exchange({ method, path, headers, body, maxReplyBytes, onPhase: onReached, signal });
  };
  try {
    return await poolOf(parts).use({ fresh: mutating, signal }, run);
  } catch (error) {
    // Changes always go over a new socket. A read may meet one that the adapter has just closed, and is then asked once more.
    const again = stale && error instanceof DeliveryFault && error.reason === "reset";
    if (!again) throw error;
    return await poolOf(parts).use({ fresh: true, signal }, run);
  }
}

function createPool(
  parts: OriginParts,
  options: AdapterClientOptions,
  lookup: Lookup,
  onEmpty: () => void,
): OriginPool {
  let session: Buffer | null = null;
  const open = async (signal: AbortSignal): Promise<Connection> => {
    const addresses = await resolveAllowed(parts, options.allowPrivateOrigins, lookup, signal);
    const socket = await dial({
      parts,
      addresses,
      certificateAuthorities: options.certificateAuthorities ?? null,
      session,
      onSession: (newer) => {
        session = newer;
      },
      signal,
    });
    return new Connection(parts.origin, socket);
  };
  return new OriginPool({
    maxConnections: options.maxConnectionsPerOrigin ?? 64,
    maxWaiting: options.maxWaitingPerOrigin ?? 1024,
    open,
    onEmpty,
  });
}

/** An error nobody foresaw; its text may hold what was sent, so only its code is kept. */
function toUnexpected(error: unknown): DeliveryFault {
  return new DeliveryFault("reset", `Unexpected fault (${toErrorCode(error)}).`);
}
