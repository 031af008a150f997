import { afterEach, describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { openDesk, OPERATION_ID, PRIVATE_TEXT, read, toCall, toExecute } from "./adapter.testdata.ts";
import type { Desk } from "./adapter.testdata.ts";

describe("the domain-pack contract", () => {
  let desk: Desk | undefined;
  const setUp = (): Desk => (desk = openDesk("sqlite"));
  afterEach(async () => {
    await desk?.close();
  });

  it(`${requirement("domain-pack.execute.api-key")} answers 401 without the secret`, async () => {
    const { adapter } = setUp();
    for (const key of [null, "", "wrong", "CANARY-91bc"]) {
      const request = toExecute("request.status", { reference: "R-1" }, { headers: { "x-api-key": key } });
      expect((await adapter.fetch(request)).status).toBe(401);
    }
  });

  it(`${requirement("domain-pack.envelope.success")} runs the same tools as the provider contract`, async () => {
    const { adapter } = setUp();
    const envelope = await read(await adapter.fetch(toExecute("request.status", { reference: "R-1" })));
    expect(envelope.body).toEqual({ data: { isError: false, content: "R-1 is open." } });
    const reply = await read(await adapter.fetch(toCall({ tool: "request.status", arguments: { reference: "R-1" } })));
    expect(reply.body.text).toBe(envelope.body.data.content);
  });

  it(`${requirement("domain-pack.execute.operation-key")} runs each write without a key as one of its own`, async () => {
    const { adapter, changes } = setUp();
    for (let times = 0; times < 2; times += 1) {
      const answer = await read(await adapter.fetch(toExecute("request.create", { service: "x" })));
      expect(answer.body.data).toEqual({ isError: false, content: "x is asked for.", data: { service: "x" } });
    }
    expect(changes()).toEqual(["x", "x"]);
  });

  it(`${requirement("domain-pack.envelope.error")} ${requirement("domain-pack.envelope.attempted-query")} tells a refusal and what was attempted`, async () => {
    const { adapter, changes } = setUp();
    const answer = await read(await adapter.fetch(toExecute("request.create", { mode: "refuse", service: "x" })));
    expect(answer.body.data).toEqual({
      isError: true,
      content: {
        errorCategory: "business",
        isRetryable: false,
        message: "x is not offered today. Ask for another.",
        attempted_query: "service=x; mode=refuse",
        partial_results: { offered: ["brake-service"] },
      },
    });
    expect(changes()).toEqual([]);
  });

  it("tells a transient fault, and records nothing", async () => {
    const { adapter, changes } = setUp();
    const context = { operationKey: OPERATION_ID };
    const failing = toExecute("request.create", { service: "x", mode: "transient" }, { context });
    const answer = await read(await adapter.fetch(failing));
    expect(answer.body.data.content).toMatchObject({ errorCategory: "transient", isRetryable: true });
    await adapter.fetch(toExecute("request.create", { service: "x" }, { context }));
    expect(changes()).toEqual(["x"]);
  });

  it("tells which parameters are wrong, in the order they are declared", async () => {
    const { adapter, changes } = setUp();
    const answer = await read(await adapter.fetch(toExecute("request.create", { qty: "3", service: "x" })));
    expect(answer.body.data.content).toMatchObject({
      errorCategory: "validation",
      attempted_query: "service=x; qty=3",
    });
    expect(answer.body.data.content.message).toContain("/qty");
    expect(changes()).toEqual([]);
  });

  it(`${requirement("domain-pack.envelope.internal")} never tells what a handler threw`, async () => {
    const { adapter, faults } = setUp();
    const answer = await read(await adapter.fetch(toExecute("request.create", { service: "x", mode: "throw" })));
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("CANARY");
    expect(faults).toMatchObject([{ tool: "request.create", error: { message: PRIVATE_TEXT } }]);
  });

  it("commits no answer that its receipt could not show", async () => {
    const { adapter, changes, faults } = setUp();
    const context = { operationKey: OPERATION_ID };
    const answer = await read(
      await adapter.fetch(toExecute("request.create", { service: "x", mode: "deep-data" }, { context })),
    );
    expect(answer).toMatchObject({ status: 500, body: { code: "internal", effect: "none" } });
    expect(faults).toMatchObject([{ error: { name: "HandlerReplyError" } }]);
    expect(changes()).toEqual([]);
  });

  it(`${requirement("domain-pack.receipt.other-parameters")} refuses a key that comes with other parameters`, async () => {
    const { adapter, changes } = setUp();
    const context = { operationKey: OPERATION_ID };
    await adapter.fetch(toExecute("request.create", { service: "x" }, { context }));
    const other = await read(await adapter.fetch(toExecute("request.create", { service: "y" }, { context })));
    expect(other).toMatchObject({ status: 409, body: { code: "operation_conflict" } });
    const phone = { ...context, phone: "+12025550142" };
    expect((await adapter.fetch(toExecute("request.create", { service: "x" }, { context: phone }))).status).toBe(409);
    expect(changes()).toEqual(["x"]);
  });

  it("refuses a context without a phone, or with one that is a number", async () => {
    const { adapter } = setUp();
    for (const phone of [null, 12025550142]) {
      const answer = await read(
        await adapter.fetch(toExecute("request.status", { reference: "R-1" }, { context: { phone } })),
      );
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });
});
