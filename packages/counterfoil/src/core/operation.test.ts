import { describe, expect, it } from "vitest";
import { attemptInFlight, isFinal, isProvenIdle, OPERATION_STATES, PREPARED_OPERATION } from "./operation.ts";
import type { Operation } from "./operation.ts";
import type { OperationEvent, TransitionFaultCode } from "./operation-event.ts";
import { applyEvent } from "./operation-transition.ts";

const started = { type: "attempt_started" } as const;
const resent = { type: "attempt_resent" } as const;
const voided = { type: "receipt_voided" } as const;
const lost = { type: "instance_lost" } as const;

function ended(attempt: number, end: "no_byte_sent" | "no_effect" | "uncertain"): OperationEvent {
  return { type: "attempt_ended", attempt, end };
}

function answered(attempt: number, outcome: "succeeded" | "refused"): OperationEvent {
  return { type: "attempt_answered", attempt, outcome };
}

function found(outcome: "succeeded" | "refused"): OperationEvent {
  return { type: "receipt_found", outcome };
}

/** The operation after events that must all be possible. */
function after(...events: readonly OperationEvent[]): Operation {
  return events.reduce((operation, event) => {
    const result = applyEvent(operation, event);
    if (!result.ok) throw new Error(`${event.type}: ${result.faults[0]?.code}`);
    return result.value;
  }, PREPARED_OPERATION);
}

/** `state`, with `!` when unresolved and `+` when an attempt is in flight; or the code of the fault. */
function outcomeOf(operation: Operation, event: OperationEvent): string {
  const result = applyEvent(operation, event);
  return result.ok ? describeOperation(result.value) : `${result.faults[0]?.code}`;
}

function describeOperation(operation: Operation): string {
  const inFlight = attemptInFlight(operation) === undefined ? "" : "+";
  return `${operation.state}${operation.unresolved ? "!" : ""}${inFlight}`;
}

const EVENTS = {
  started,
  resent,
  unsent: ended(1, "no_byte_sent"),
  idle: ended(1, "no_effect"),
  uncertain: ended(1, "uncertain"),
  succeeded: answered(1, "succeeded"),
  refused: answered(1, "refused"),
  deadline: { type: "deadline_passed" },
  lost,
  "receipt succeeded": found("succeeded"),
  "receipt refused": found("refused"),
  voided,
  "window closed": { type: "window_closed" },
  resolved: { type: "person_resolved" },
} as const satisfies Record<string, OperationEvent>;

type Cell = `${Operation["state"]}${"" | "!"}${"" | "+"}` | TransitionFaultCode;
type Row = Readonly<Record<keyof typeof EVENTS, Cell>>;

const sent = [started] as const;
const unknown = [started, ended(1, "uncertain")] as const;

const TABLE: Readonly<Record<string, readonly [Operation, Row]>> = {
  prepared: [
    PREPARED_OPERATION,
    {
      started: "sent+",
      resent: "wrong_state",
      unsent: "attempt_unknown",
      idle: "attempt_unknown",
      uncertain: "attempt_unknown",
      succeeded: "attempt_unknown",
      refused: "attempt_unknown",
      deadline: "failed",
      lost: "failed",
      "receipt succeeded": "wrong_state",
      "receipt refused": "wrong_state",
      voided: "wrong_state",
      "window closed": "wrong_state",
      resolved: "wrong_state",
    },
  ],
  "prepared, after an attempt of which no byte left": [
    after(...sent, ended(1, "no_byte_sent")),
    {
      started: "sent+",
      resent: "wrong_state",
      unsent: "prepared",
      idle: "attempt_already_ended",
      uncertain: "attempt_already_ended",
      succeeded: "attempt_already_ended",
      refused: "attempt_already_ended",
      deadline: "failed",
      lost: "failed",
      "receipt succeeded": "wrong_state",
      "receipt refused": "wrong_state",
      voided: "wrong_state",
      "window closed": "wrong_state",
      resolved: "wrong_state",
    },
  ],
  sent: [
    after(...sent),
    {
      started: "attempt_in_flight",
      resent: "attempt_in_flight",
      unsent: "prepared",
      idle: "failed",
      uncertain: "unknown",
      succeeded: "succeeded",
      refused: "refused",
      deadline: "attempt_in_flight",
      lost: "unknown",
      "receipt succeeded": "wrong_state",
      "receipt refused": "wrong_state",
      voided: "wrong_state",
      "window closed": "wrong_state",
      resolved: "wrong_state",
    },
  ],
  unknown: [
    after(...unknown),
    {
      started: "wrong_state",
      resent: "unknown+",
      unsent: "failed",
      idle: "failed",
      uncertain: "unknown",
      succeeded: "succeeded",
      refused: "refused",
      deadline: "wrong_state",
      lost: "unknown",
      "receipt succeeded": "succeeded",
      "receipt refused": "refused",
      voided: "failed",
      "window closed": "unknown!",
      resolved: "still_looking",
    },
  ],
  "unknown, being sent again": [
    after(...unknown, resent),
    {
      started: "wrong_state",
      resent: "attempt_in_flight",
      unsent: "unknown+",
      idle: "unknown+",
      uncertain: "unknown+",
      succeeded: "succeeded+",
      refused: "refused+",
      deadline: "wrong_state",
      lost: "unknown",
      "receipt succeeded": "succeeded+",
      "receipt refused": "refused+",
      voided: "failed+",
      "window closed": "unknown!+",
      resolved: "still_looking",
    },
  ],
  "unknown, unresolved": [
    after(...unknown, EVENTS["window closed"]),
    {
      started: "wrong_state",
      resent: "resend_closed",
      unsent: "failed",
      idle: "failed",
      uncertain: "unknown!",
      succeeded: "succeeded",
      refused: "refused",
      deadline: "wrong_state",
      lost: "unknown!",
      "receipt succeeded": "succeeded",
      "receipt refused": "refused",
      voided: "failed",
      "window closed": "unknown!",
      resolved: "unknown!",
    },
  ],
  "succeeded, by a reply": [
    after(...sent, answered(1, "succeeded")),
    {
      started: "already_final",
      resent: "already_final",
      unsent: "attempt_already_ended",
      idle: "attempt_already_ended",
      uncertain: "attempt_already_ended",
      succeeded: "succeeded",
      refused: "contradicts_outcome",
      deadline: "already_final",
      lost: "succeeded",
      "receipt succeeded": "succeeded",
      "receipt refused": "contradicts_outcome",
      voided: "contradicts_outcome",
      "window closed": "already_final",
      resolved: "already_final",
    },
  ],
  "refused, by its receipt": [
    after(...unknown, found("refused")),
    {
      started: "already_final",
      resent: "already_final",
      unsent: "contradicts_outcome",
      idle: "contradicts_outcome",
      uncertain: "refused",
      succeeded: "contradicts_outcome",
      refused: "refused",
      deadline: "already_final",
      lost: "refused",
      "receipt succeeded": "contradicts_outcome",
      "receipt refused": "refused",
      voided: "contradicts_outcome",
      "window closed": "already_final",
      resolved: "already_final",
    },
  ],
  "failed, voided while in flight": [
    after(...unknown, resent, voided),
    {
      started: "already_final",
      resent: "already_final",
      unsent: "failed+",
      idle: "failed+",
      uncertain: "failed+",
      succeeded: "contradicts_outcome",
      refused: "contradicts_outcome",
      deadline: "already_final",
      lost: "failed",
      "receipt succeeded": "contradicts_outcome",
      "receipt refused": "contradicts_outcome",
      voided: "failed+",
      "window closed": "already_final",
      resolved: "already_final",
    },
  ],
  "failed, by proof": [
    after(...sent, ended(1, "no_effect")),
    {
      started: "already_final",
      resent: "already_final",
      unsent: "attempt_already_ended",
      idle: "failed",
      uncertain: "attempt_already_ended",
      succeeded: "contradicts_outcome",
      refused: "contradicts_outcome",
      deadline: "already_final",
      lost: "failed",
      "receipt succeeded": "contradicts_outcome",
      "receipt refused": "contradicts_outcome",
      voided: "failed",
      "window closed": "already_final",
      resolved: "already_final",
    },
  ],
};

it.each(Object.entries(TABLE))("an operation that is %s meets every event", (_, [operation, row]) => {
  const met = Object.entries(EVENTS).map(([name, event]) => [name, outcomeOf(operation, event)]);
  expect(Object.fromEntries(met)).toEqual(row);
});

describe("proof", () => {
  it("of a re-send says nothing of the attempt before it", () => {
    expect(describeOperation(after(...unknown, resent, ended(2, "no_effect")))).toBe("unknown");
    expect(describeOperation(after(...unknown, resent, ended(2, "no_byte_sent")))).toBe("unknown");
  });

  it("of every attempt, in whatever order it comes, is needed to fail", () => {
    const resending = [...unknown, resent] as const;
    expect(describeOperation(after(...resending, ended(1, "no_effect"), ended(2, "no_effect")))).toBe("failed");
    expect(describeOperation(after(...resending, ended(2, "no_byte_sent"), ended(1, "no_byte_sent")))).toBe("failed");
  });

  it("by a late reply settles what a lost instance had left open", () => {
    expect(describeOperation(after(started, lost, answered(1, "succeeded")))).toBe("succeeded");
  });

  it("that confirms a final outcome only closes the attempt still in flight", () => {
    const settled = after(...unknown, resent, found("succeeded"));
    expect(outcomeOf(settled, answered(2, "succeeded"))).toBe("succeeded");
    expect(outcomeOf(settled, ended(2, "uncertain"))).toBe("succeeded");
    expect(outcomeOf(settled, ended(2, "no_effect"))).toBe("succeeded");
    expect(outcomeOf(settled, answered(2, "refused"))).toBe("contradicts_outcome");
  });
});

it("names state, event and what to do in a fault", () => {
  expect(applyEvent(after(...sent), started)).toEqual({
    ok: false,
    faults: [
      { code: "attempt_in_flight", state: "sent", event: "attempt_started", message: expect.stringMatching(/wait/) },
    ],
  });
});

describe("every order of events, over up to three attempts", () => {
  const MAX_ATTEMPTS = 3;
  const outcomes = ["succeeded", "refused"] as const;
  const numbers = Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1);
  const events: readonly OperationEvent[] = [
    started,
    resent,
    EVENTS.deadline,
    lost,
    voided,
    EVENTS["window closed"],
    EVENTS.resolved,
    ...outcomes.map(found),
    ...numbers.flatMap((attempt) => outcomes.map((outcome) => answered(attempt, outcome))),
    ...numbers.flatMap((attempt) =>
      (["no_byte_sent", "no_effect", "uncertain"] as const).map((end) => ended(attempt, end)),
    ),
  ];

  interface Step {
    readonly event: OperationEvent;
    readonly before: Operation;
    readonly after: Operation;
    readonly taken: boolean;
  }

  function stepsFrom(before: Operation): readonly Step[] {
    return events.map((event) => {
      const result = applyEvent(before, event);
      return { event, before, after: result.ok ? result.value : before, taken: result.ok };
    });
  }

  /** Every step from every operation that any order of events leads to; a map iterates over what is added meanwhile. */
  function exploreSteps(): readonly Step[] {
    const reached = new Map([[JSON.stringify(PREPARED_OPERATION), PREPARED_OPERATION]]);
    const steps: Step[] = [];
    for (const operation of reached.values()) {
      for (const step of stepsFrom(operation)) {
        steps.push(step);
        if (step.after.attempts.length <= MAX_ATTEMPTS) reached.set(JSON.stringify(step.after), step.after);
      }
    }
    return steps;
  }

  const STEPS = exploreSteps();

  const INVARIANTS: Readonly<Record<string, (step: Step) => boolean>> = {
    "gives one final outcome at most": ({ before, after: next }) =>
      !isFinal(before.state) || next.state === before.state,
    "fails only with every attempt proven idle, or voided": ({ event, before, after: next }) =>
      next.state !== "failed" ||
      before.state === "failed" ||
      event.type === "receipt_voided" ||
      next.attempts.every(isProvenIdle),
    "never has two attempts in flight, and starts none once there is an outcome but `unknown`": ({
      before,
      after: next,
    }) => {
      const inFlight = next.attempts.filter((attempt) => attempt.end === null).length;
      const grown = next.attempts.length > before.attempts.length;
      return inFlight <= 1 && (!grown || (!isFinal(before.state) && attemptInFlight(before) === undefined));
    },
    "changes nothing by an end that is told twice": ({ event, before, after: next }) =>
      event.type !== "attempt_ended" ||
      before.attempts[event.attempt - 1]?.end !== event.end ||
      JSON.stringify(next) === JSON.stringify(before),
    "sends nothing again by the event of a first attempt": ({ event, before, taken }) =>
      event.type !== "attempt_started" || !taken || before.attempts.every((attempt) => attempt.end === "no_byte_sent"),
    "says `prepared` or `sent` only while nothing is uncertain, and `unknown` only while something may be": ({
      after: { state, attempts: all, unresolved },
    }) => {
      const unproven = all.some((attempt) => !isProvenIdle(attempt));
      const uncertain = all.some((attempt) => attempt.end === "uncertain");
      if (state === "prepared") return !unproven;
      if (state === "sent") return !uncertain && !unresolved;
      return state !== "unknown" || unproven;
    },
    "leaves a way out of `unknown`, unresolved or not": ({ after: operation }) => {
      if (operation.state !== "unknown") return !operation.unresolved;
      const exits = [found("succeeded"), found("refused"), voided].map((event) => outcomeOf(operation, event));
      return exits.every((exit) => /^(succeeded|refused|failed)\+?$/.test(exit));
    },
    "ends a lost instance's attempt, whatever the state": ({ after: operation }) => {
      const recovered = applyEvent(operation, lost);
      return (
        recovered.ok &&
        attemptInFlight(recovered.value) === undefined &&
        !["prepared", "sent"].includes(recovered.value.state)
      );
    },
  };

  it.each(Object.entries(INVARIANTS))("%s", (_, holds) => {
    expect(STEPS.filter((step) => !holds(step))).toEqual([]);
  });

  it("reaches every state, with every number of attempts that it may have", () => {
    const reached = new Set(STEPS.map(({ before }) => `${before.state} ${before.attempts.length}`));
    const unsent = ["prepared 0", "failed 0"];
    const sentOnce = OPERATION_STATES.flatMap((state) => numbers.map((number) => `${state} ${number}`));
    expect(reached).toEqual(new Set([...unsent, ...sentOnce]));
  });
});
