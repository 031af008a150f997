import { MAX_ARGUMENT_FAULTS } from "./closed-schema.ts";
import type { ArgumentFault } from "./closed-schema.ts";

/** Steps times characters of all pattern matching in one judgement: about half a second at worst. */
const MAX_MATCHING_STEPS = 4_000_000;

/** One judging of one value: the faults found so far, and the matching it may still cost. */
export class Judgement {
  readonly #faults: ArgumentFault[] = [];
  readonly #matching: { stepsLeft: number };

  constructor(matching: { stepsLeft: number } = { stepsLeft: MAX_MATCHING_STEPS }) {
    this.#matching = matching;
  }

  get faults(): readonly ArgumentFault[] {
    return this.#faults;
  }

  /** Whether looking further is pointless, for no more faults are told. */
  get isFull(): boolean {
    return this.#faults.length >= MAX_ARGUMENT_FAULTS;
  }

  add(pointer: string, keyword: string, message: string): void {
    if (!this.isFull) this.#faults.push({ pointer, keyword, message });
  }

  addAll(faults: readonly ArgumentFault[]): void {
    for (const { pointer, keyword, message } of faults) this.add(pointer, keyword, message);
  }

  /** A judgement whose faults may come to nothing, at the same expense. */
  tryOut(): Judgement {
    return new Judgement(this.#matching);
  }

  /** Takes from the matching left; false when it does not suffice. */
  spendMatching(steps: number): boolean {
    this.#matching.stepsLeft -= steps;
    return this.#matching.stepsLeft >= 0;
  }
}
