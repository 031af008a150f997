import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

const secret = { COGWHEEL_ADAPTER_SECRET: "canary-secret" };

describe("environment", () => {
  it("has a default for everything but the secret", () => {
    expect(readEnvironment(secret)).toMatchObject({ port: 7411, secret: "canary-secret", dataFolder: "data" });
    expect(() => readEnvironment({})).toThrow(/COGWHEEL_ADAPTER_SECRET/);
    expect(() => readEnvironment({ COGWHEEL_ADAPTER_SECRET: "" })).toThrow(/COGWHEEL_ADAPTER_SECRET/);
  });

  it("follows the machine's clock, unless COGWHEEL_NOW holds it still", () => {
    const before = Date.now();
    expect(readEnvironment(secret).clock().getTime()).toBeGreaterThanOrEqual(before);
    const clockAt = (now: string): string =>
      readEnvironment({ ...secret, COGWHEEL_NOW: now })
        .clock()
        .toISOString();
    expect(clockAt("2026-11-02")).toBe("2026-11-02T12:00:00.000Z");
    expect(clockAt("2026-11-02T09:30:00+04:00")).toBe("2026-11-02T05:30:00.000Z");
  });

  it.each([
    ["COGWHEEL_PORT", "canary-port"],
    ["COGWHEEL_NOW", "canary-day"],
  ])("names a %s that it cannot read, and repeats no value", (name, value) => {
    const read = (): unknown => readEnvironment({ ...secret, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(/canary/);
  });
});
