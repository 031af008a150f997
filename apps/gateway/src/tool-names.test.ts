import { describe, expect, it } from "vitest";
import fc from "fast-check";
import type { Tool } from "counterfoil/core";
import type { OfferedName } from "./store/connections.ts";
import { allocateNames } from "./tool-names.ts";

const SAFE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const tools = (...names: readonly string[]): readonly Tool[] => names.map((name) => ({ name }) as Tool);
const connection = (id: string, name = id) => ({ workspaceId: "ws", id, name });

function offer(
  ...steps: readonly [connection: ReturnType<typeof connection>, names: readonly string[]][]
): readonly OfferedName[] {
  return steps.reduce<readonly OfferedName[]>(
    (given, [at, names]) => [...given, ...allocateNames(at, tools(...names), given)],
    [],
  );
}

describe("allocateNames", () => {
  it("turns dots into underscores", () => {
    expect(offer([connection("desk"), ["request.status"]]).map(({ name }) => name)).toEqual(["request_status"]);
  });

  it("keeps tools apart that would get one name", () => {
    const names = offer(
      [connection("desk"), ["request.status", "request_status"]],
      [connection("other"), ["request.status"]],
    );
    expect(names.map(({ name }) => name)).toEqual(["request_status", "desk_request_status", "other_request_status"]);
  });

  it("never changes a name once given, whatever comes later", () => {
    const first = offer([connection("a"), ["x.y"]]);
    const later = allocateNames(connection("b", "a2"), tools("x_y", "x.y"), first);
    expect([...first, ...later].filter(({ connectionId }) => connectionId === "a")).toEqual(first);
    expect(allocateNames(connection("a"), tools("x.y"), [...first, ...later])).toEqual([]);
  });

  it("cuts nothing that tells two long names apart", () => {
    const long = (middle: string) => `crm.${"x".repeat(25)}${middle}${"y".repeat(29)}`.slice(0, 64);
    const names = offer(
      [connection("a"), [long("create"), long("delete")]],
      [connection("b"), [long("create"), long("delete")]],
    );
    expect(new Set(names.map(({ name }) => name)).size).toBe(4);
    for (const { name } of names) expect(name).toMatch(SAFE);
  });

  it("is safe and injective for every set of adapters", () => {
    const toolName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}(\.[A-Za-z0-9_-]{1,20}){0,2}$/);
    const adapter = fc.record({
      name: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/),
      tools: fc.uniqueArray(toolName, { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(adapter, { selector: ({ name }) => name, maxLength: 5 }), (adapters) => {
        const names = offer(
          ...adapters.map(({ name, tools: own }): [ReturnType<typeof connection>, readonly string[]] => [
            connection(name),
            own,
          ]),
        );
        expect(names).toHaveLength(adapters.reduce((sum, { tools: own }) => sum + own.length, 0));
        expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
        for (const { name } of names) expect(name).toMatch(SAFE);
      }),
    );
  });
});
