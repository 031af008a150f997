interface Waiter {
  readonly timer: NodeJS.Timeout;
  readonly grant: () => void;
}

/** Gives the turn back. */
export type Release = () => void;

/** Lets one action at a time through, in the order they came. */
export class Turns {
  #taken = false;
  readonly #waiters = new Set<Waiter>();

  /** Waits for the turn; null when it did not come in time. */
  take(withinMs: number): Promise<Release | null> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve(this.#release);
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        timer: setTimeout(() => {
          this.#waiters.delete(waiter);
          resolve(null);
        }, withinMs),
        grant: () => resolve(this.#release),
      };
      this.#waiters.add(waiter);
    });
  }

  readonly #release = (): void => {
    const [next] = this.#waiters;
    if (next === undefined) {
      this.#taken = false;
      return;
    }
    this.#waiters.delete(next);
    clearTimeout(next.timer);
    next.grant();
  };
}
