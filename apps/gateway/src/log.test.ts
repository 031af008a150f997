import { describe, expect, test } from "vitest";
import { createLog, type Log, type LogFields } from "./log.ts";

const CANARIES = ["CANARY-7f3a", "+12025550143", "12025550143", "cf_live_CANARY91bc", "Sam Rider"];

function capture(write: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog({ write: (line) => void lines.push(line) }));
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

describe("fields", () => {
  test("those of the list are written, with level, time and message", () => {
    const [line] = capture((log) =>
      log.warn("discovery got no answer", {
        code: "timeout",
        phase: "after_send",
        traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
        status: 502,
      }),
    );
    expect(line).toEqual({
      level: "warn",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      code: "timeout",
      phase: "after_send",
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      status: 502,
      msg: "discovery got no answer",
    });
  });

  test("others are dropped, whatever smuggled them in", () => {
    const smuggled = {
      callId: "call_01J9",
      body: "CANARY-7f3a",
      headers: { authorization: "CANARY-7f3a" },
      phone: "+12025550143",
    };
    const [line] = capture((log) => log.info("called", smuggled));
    expect(Object.keys(line ?? {}).sort()).toEqual(["callId", "level", "msg", "time"]);
  });

  test.each(CANARIES)("%s is written by no field", (canary) => {
    const names = [
      "callId",
      "operationId",
      "workspaceId",
      "connectionId",
      "tool",
      "code",
      "reason",
      "traceId",
      "keyId",
    ] as const;
    const values = [canary, `x ${canary}`, `"${canary}"`].filter((value) => value !== "CANARY-7f3a");
    const lines = capture((log) => {
      for (const name of names) for (const value of values) log.info("called", { [name]: value });
    });
    expect(JSON.stringify(lines)).not.toContain(canary);
  });

  test("numbers are numbers", () => {
    const odd: LogFields = JSON.parse('{"status":"CANARY-7f3a","durationMs":{"a":1},"attempt":2}');
    const [line] = capture((log) => log.info("called", { ...odd, count: Number.NaN }));
    expect(line).toMatchObject({ attempt: 2 });
    expect(line).not.toHaveProperty("status");
    expect(line).not.toHaveProperty("durationMs");
    expect(line).not.toHaveProperty("count");
  });
});

describe("faults", () => {
  test("are known by name, code and place, causes included", () => {
    const cause = Object.assign(new TypeError("CANARY-7f3a"), { code: "ERR_INVALID_CHAR" });
    const [line] = capture((log) =>
      log.fault("request failed", new Error("CANARY-7f3a", { cause }), { callId: "call_1" }),
    );
    expect(line).toMatchObject({
      level: "error",
      callId: "call_1",
      causes: [
        { name: "Error", code: null, stack: expect.arrayContaining([expect.stringContaining("log.test.ts")]) },
        { name: "TypeError", code: "ERR_INVALID_CHAR" },
      ],
    });
  });

  test.each(CANARIES)("never write %s", (canary) => {
    const lines = capture((log) => {
      log.fault("failed", new Error(canary));
      log.fault("failed", new Error(`a\n    at ${canary} (file.ts:1:1)\n${canary}`));
      log.fault(
        "failed",
        Object.assign(new Error("x"), { name: canary, code: canary, body: canary, data: Buffer.from(canary) }),
      );
      log.fault("failed", new AggregateError([new Error(canary)], canary));
      log.fault("failed", canary);
      log.fault("failed", { message: canary, toString: () => canary });
      log.fault("failed", Object.assign(new Error(canary), { message: "changed" }));
      try {
        void new Headers({ authorization: `${canary}\r\nX-A: 1` });
      } catch (error) {
        log.fault("failed", error);
      }
      try {
        JSON.parse(canary.replace(/^\+?\d/, "x"));
      } catch (error) {
        log.fault("failed", new Error(canary, { cause: error }));
      }
    });
    expect(lines.length).toBeGreaterThanOrEqual(9);
    expect(JSON.stringify(lines)).not.toContain(canary);
  });

  test("a circle of causes ends", () => {
    const error = new Error("a");
    error.cause = error;
    const [line] = capture((log) => log.fault("failed", error));
    expect(line).toHaveProperty("causes.length", 4);
  });
});
