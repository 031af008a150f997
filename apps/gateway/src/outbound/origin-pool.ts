import type { Connection } from "./connection.ts";
import { untilAborted } from "./deadline.ts";
import { DeliveryFault } from "./delivery.ts";

export interface OriginPoolParams {
  readonly maxConnections: number;
  /** Calls that may wait for a connection; beyond it a call is turned away at once. */
  readonly maxWaiting: number;
  readonly open: (signal: AbortSignal) => Promise<Connection>;
  /** Nothing runs, waits or lies idle any more: the pool can be forgotten. */
  readonly onEmpty: () => void;
}

/** The connections to one origin: a bounded number in use, a queue of calls that wait, and idle ones for reading calls. */
export class OriginPool {
  readonly #params: OriginPoolParams;
  readonly #idle = new Set<Connection>();
  readonly #waiting = new Set<() => void>();
  #inUse = 0;

  constructor(params: OriginPoolParams) {
    this.#params = params;
  }

  /**
   * Runs an exchange on a connection of its own.
   *
   * `fresh` asks for a new socket. One that lay idle may have been closed by the other side at the very moment we write to it, and then
   * nobody can tell whether the request was read. A new socket that fails to open proves that nothing was sent.
   */
  async use<Value>(
    options: { readonly fresh: boolean; readonly signal: AbortSignal },
    run: (connection: Connection) => Promise<Value>,
  ): Promise<Value> {
    await this.#enter(options.signal);
    try {
      const connection = (options.fresh ? null : this.#takeIdle()) ?? (await this.#openAnother(options.signal));
      const value = await run(connection);
      this.#keep(connection);
      return value;
    } finally {
      this.#leave();
    }
  }

  closeIdle(): void {
    for (const connection of this.#idle) connection.destroy();
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#inUse < this.#params.maxConnections) {
      this.#inUse += 1;
      return;
    }
    if (this.#waiting.size >= this.#params.maxWaiting) {
      throw new DeliveryFault("busy", `${this.#waiting.size} calls already wait for a connection to this adapter.`);
    }
    await untilAborted<void>(signal, (resolve) => {
      this.#waiting.add(resolve);
      return () => this.#waiting.delete(resolve);
    });
  }

  /** Those whose deadline ends in this very moment give up first: they would open a socket in vain. */
  #leave(): void {
    if (this.#waiting.size === 0) this.#passOn();
    else setImmediate(() => this.#passOn());
  }

  /** Gives the place to the call that has waited longest. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#inUse -= 1;
    this.#tellEmpty();
  }

  /** The one used last: the others get the chance to grow old and be closed. */
  #takeIdle(): Connection | null {
    const connection = [...this.#idle].at(-1);
    if (!connection) return null;
    this.#idle.delete(connection);
    return connection;
  }

  async #openAnother(signal: AbortSignal): Promise<Connection> {
    // Idle sockets count against the bound too.
    while (this.#inUse + this.#idle.size > this.#params.maxConnections) {
      const [oldest] = this.#idle;
      if (!oldest) break;
      this.#idle.delete(oldest);
      oldest.destroy();
    }
    const connection = await this.#params.open(signal);
    connection.onClose(() => {
      if (this.#idle.delete(connection)) this.#tellEmpty();
    });
    return connection;
  }

  #keep(connection: Connection): void {
    if (connection.open) this.#idle.add(connection);
  }

  #tellEmpty(): void {
    if (this.#inUse === 0 && this.#waiting.size === 0 && this.#idle.size === 0) this.#params.onEmpty();
  }
}
