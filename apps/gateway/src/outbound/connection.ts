import type { Socket } from "node:net";
import { Client } from "undici";
import type { WireReply } from "counterfoil/contracts";
import { untilAborted } from "./deadline.ts";
import { DeliveryFault, type DeliveryPhase } from "./delivery.ts";
import { ReplyReader } from "./reply-reader.ts";

/** Sockets that are kept for the next reading call are closed after this long, or sooner where the adapter asks for it. */
const IDLE_MS = 4_000;
const MAX_HEADER_BYTES = 16 * 1024;

export interface ExchangeParams {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly maxReplyBytes: number;
  /** Called before the first byte is written, and again when the head of the final reply has come. */
  readonly onPhase: (phase: DeliveryPhase) => void;
  readonly signal: AbortSignal;
}

/**
 * One socket and the HTTP/1.1 client on it.
 *
 * undici connects by itself and may send a request again on a new socket when the old one fails. Here each client is given exactly one
 * socket, already open; once that is gone the client has nowhere to go, so whatever is not answered on it fails and is never repeated.
 */
export class Connection {
  /** Whether an earlier exchange went over it, so that the other side may have closed it without our knowing yet. */
  used = false;
  readonly #socket: Socket;
  readonly #client: Client;

  constructor(origin: string, socket: Socket) {
    this.#socket = socket;
    this.#client = toClient(origin, socket);
  }

  get open(): boolean {
    return !this.#socket.destroyed;
  }

  onClose(listener: () => void): void {
    this.#socket.once("close", listener);
  }

  destroy(): void {
    this.#socket.destroy();
    this.#client.destroy().catch(() => {});
  }

  /** Sends one request and reads its reply whole, or throws a DeliveryFault; the socket does not survive a fault. */
  async exchange(params: ExchangeParams): Promise<WireReply> {
    try {
      return await untilAborted<WireReply>(params.signal, (resolve, reject) => {
        const reader = new ReplyReader({ ...params, resolve, reject });
        const { method, path, headers, body } = params;
        this.#client.dispatch(
          { method, path, headers, body, idempotent: false, headersTimeout: 0, bodyTimeout: 0 },
          reader,
        );
      });
    } catch (error) {
      this.destroy();
      throw error;
    } finally {
      this.used = true;
    }
  }
}

function toClient(origin: string, socket: Socket): Client {
  let handedOver = false;
  return new Client(origin, {
    connect: (_options, callback) => {
      // undici looks for a connection only after its connector has returned.
      queueMicrotask(() => {
        if (handedOver || socket.destroyed) {
          callback(new DeliveryFault("reset", "The connection had ended before the request could be written."), null);
          return;
        }
        handedOver = true;
        callback(null, socket);
      });
    },
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}
