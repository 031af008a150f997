import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeConnection, viewConnection } from "../apps/gateway/src/connections.ts";
import { startTestGateway, type TestGateway } from "./gateway.testdata.ts";
import { startStubAdapter, toStubManifest, type StubAdapter } from "./stub-adapter.testdata.ts";

let gateway: TestGateway;
let stub: StubAdapter;
let other: StubAdapter;

beforeAll(async () => {
  gateway = await startTestGateway();
  [stub, other] = [await startStubAdapter(toStubManifest()), await startStubAdapter(toStubManifest())];
});

afterAll(async () => {
  await gateway.close();
  await Promise.all([stub.close(), other.close()]);
});

const connect = async (name: string): Promise<string> =>
  String((await gateway.connectProvider(name, stub.origin, "credential")).body["id"]);

const patch = (id: string, body: object) => gateway.request("PATCH", `/v1/connections/${id}`, { body });

describe("a changed connection", () => {
  it("loses its credential with its origin, unless a new one comes with it", async () => {
    const id = await connect("moving");
    expect((await patch(id, { origin: stub.origin, name: "moved" })).body).toMatchObject({ has_credential: true });
    expect((await patch(id, { origin: other.origin })).body).toMatchObject({
      origin: other.origin,
      has_credential: false,
    });
    expect((await patch(id, { origin: stub.origin, credential: "next" })).body).toMatchObject({
      origin: stub.origin,
      has_credential: true,
      credential_version: 2,
    });
  });

  it("never gives a credential to an origin that it was not set for, however changes overlap", async () => {
    const id = await connect("contended");
    const read = await gateway.gateway.store.connections.find(gateway.workspaceId, id);
    if (read === null) throw new Error("the connection is gone");
    await changeConnection(gateway.gateway, read, { origin: other.origin, credential: "of-the-other" });
    for (const late of [{ name: "renamed" }, { origin: stub.origin }, { credential: "of-the-stub" }]) {
      await expect(changeConnection(gateway.gateway, read, late)).rejects.toMatchObject({ code: "conflict" });
    }
    const { body } = await gateway.request("GET", `/v1/connections/${id}`);
    expect(body).toMatchObject({ origin: other.origin, has_credential: true, credential_version: 2 });
  });
});

it("a connection that is removed after it was read has no view, so that a list can leave it out", async () => {
  const id = await connect("removed");
  const read = await gateway.gateway.store.connections.find(gateway.workspaceId, id);
  if (read === null) throw new Error("the connection is gone");
  expect((await gateway.request("DELETE", `/v1/connections/${id}`)).status).toBe(204);
  expect(await viewConnection(gateway.gateway, read)).toBeNull();
});
