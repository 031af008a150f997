import { afterEach, describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { openDesk, read, TOKEN } from "./adapter.testdata.ts";
import type { Desk } from "./adapter.testdata.ts";

function ask(headers: Record<string, string> = {}, method = "GET"): Request {
  const url = "http://desk.test/.well-known/agent-provider";
  return new Request(url, { method, headers: { authorization: `Bearer ${TOKEN}`, ...headers } });
}

describe("discovery", () => {
  let desk: Desk | undefined;
  const setUp = (): Desk => (desk = openDesk("memory"));
  afterEach(async () => {
    await desk?.close();
  });

  it(`${requirement("provider.discovery.path")} serves the manifest`, async () => {
    const { adapter } = setUp();
    const { status, body } = await read(await adapter.fetch(ask()));
    expect(status).toBe(200);
    expect(body).toEqual(adapter.manifest);
    expect(body).toMatchObject({
      protocol_version: "1",
      contract_version: "2026-09-01",
      capabilities: ["read", "mutate", "receipt.lookup", "receipt.void"],
      receipt_retention_seconds: 2_592_000,
      tools: [
        { name: "request.status" },
        { name: "request.create", action: "request.create" },
        { name: "request.cancel" },
      ],
    });
  });

  it(`${requirement("provider.discovery.unauthorized")} asks for the credential`, async () => {
    const { adapter } = setUp();
    expect((await adapter.fetch(ask({ authorization: "Bearer wrong" }))).status).toBe(401);
    expect((await adapter.fetch(ask({ authorization: "" }))).status).toBe(401);
  });

  it(`${requirement("provider.discovery.etag")} answers 304 to whom knows it`, async () => {
    const { adapter, redeploy } = setUp();
    const etag = (await adapter.fetch(ask())).headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"old", ${etag}`, "*"]) {
      const answer = await adapter.fetch(ask({ "if-none-match": known }));
      expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([304, etag, ""]);
    }
    const changed = redeploy({ contractVersion: "2027-01-01" });
    expect((await changed.fetch(ask({ "if-none-match": etag }))).status).toBe(200);
  });

  it("answers HEAD like GET, without the body", async () => {
    const { adapter } = setUp();
    const answer = await adapter.fetch(ask({}, "HEAD"));
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "application/json",
      "",
    ]);
  });
});
