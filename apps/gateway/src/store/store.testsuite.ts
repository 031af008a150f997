import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonValue } from "counterfoil/core";
import type { ContactAddress } from "./contacts.ts";
import type { OperationRecord, RecordIntentParams } from "./operations.ts";
import type { Page, PageRequest } from "./page.ts";
import { StoreError } from "./store-error.ts";
import type { Store } from "./store.ts";
import {
  bytes,
  connection,
  contactWrite,
  conversation,
  document,
  entity,
  finishedCall,
  id,
  intent,
  later,
  NOW,
  settlement,
  text,
  UNKNOWN,
  workspaceKey,
  type Place,
} from "./store.testdata.ts";

export interface StoreFixture {
  /** Opens one more store on the same data; the suite closes it. */
  open(): Promise<Store>;
}

/** What every store must do, on data that starts empty. */
export function testStore(title: string, prepare: () => Promise<StoreFixture>): void {
  describe(title, () => {
    let fixture: StoreFixture;
    let store: Store;
    let place: Place;
    let W1: string;

    beforeAll(async () => {
      fixture = await prepare();
      store = await fixture.open();
    });
    afterAll(() => store?.close());
    beforeEach(async () => {
      place = await setUpPlace(store);
      W1 = place.workspaceId;
    });

    async function record(change: Parameters<typeof intent>[1] = {}): Promise<OperationRecord> {
      const result = await store.operations.recordIntent(intent(place, change));
      expect(result.kind).toBe("recorded");
      return result.operation;
    }

    async function settle(operation: OperationRecord, change: Parameters<typeof settlement>[1] = {}) {
      const result = await store.operations.settle(settlement(operation, change));
      if (result.kind !== "settled") throw new Error("stale");
      return result.operation;
    }

    async function eventsOf(): Promise<readonly string[]> {
      const events = await store.events.listAfter(W1, null, 100);
      return events.map(({ type, status }) => `${type} ${status}`);
    }

    describe("workspaces", () => {
      test("gives back what was created", async () => {
        const workspace = { id: id("ws"), name: "Café موعد", wrappedKey: new Uint8Array([0, 255, 7]), createdAt: NOW };
        await store.workspaces.create(workspace);
        expect(await store.workspaces.find(workspace.id)).toEqual({
          ...workspace,
          wrappedKey: Buffer.from([0, 255, 7]),
        });
        expect(await store.workspaces.find("ws_none")).toBeNull();
      });

      test("refuses an id twice", async () => {
        const workspace = { id: id("ws"), name: "one", wrappedKey: bytes("k"), createdAt: NOW };
        await store.workspaces.create(workspace);
        await expect(store.workspaces.create(workspace)).rejects.toThrow(/unique/i);
      });

      test("lists the newest first", async () => {
        const ids = [id("ws"), id("ws"), id("ws")];
        for (const one of ids) {
          await store.workspaces.create({ id: one, name: one, wrappedKey: bytes("k"), createdAt: NOW });
        }
        const { items } = await store.workspaces.list({ limit: 3, after: null });
        expect(items.map((item) => item.id)).toEqual(ids.toReversed());
      });
    });

    describe("keys", () => {
      test("finds a key by its hash, revoked or not", async () => {
        const key = workspaceKey(W1);
        await store.keys.create(key);
        expect(await store.keys.findByHash(key.hash)).toEqual(key);
        expect(await store.keys.findByHash("other")).toBeNull();
        expect(await store.keys.revoke(W1, key.id, later(10))).toBe(true);
        expect(await store.keys.revoke(W1, key.id, later(20))).toBe(false);
        expect(await store.keys.findByHash(key.hash)).toEqual({ ...key, revokedAt: later(10) });
      });

      test("keeps the latest use", async () => {
        const key = workspaceKey(W1);
        await store.keys.create(key);
        await store.keys.markUsed(W1, key.id, later(20));
        await store.keys.markUsed(W1, key.id, later(10));
        expect((await store.keys.findByHash(key.hash))?.lastUsedAt).toEqual(later(20));
      });

      test("finds tokens by their hash until the expired are deleted", async () => {
        const token = {
          workspaceId: W1,
          id: id("tok"),
          conversationId: place.conversationId,
          hash: id("hash"),
          createdAt: NOW,
          expiresAt: later(1000),
        };
        await store.keys.createToken(token);
        await store.keys.deleteExpiredTokens(later(999));
        expect(await store.keys.findTokenByHash(token.hash)).toEqual(token);
        await store.keys.deleteExpiredTokens(later(1000));
        expect(await store.keys.findTokenByHash(token.hash)).toBeNull();
      });
    });

    describe("connections", () => {
      test("gives back connection, document and names", async () => {
        const wanted = connection(W1);
        const body = document(W1, wanted.id, { body: new Uint8Array([123, 0, 125]), etag: '"a"' });
        const names = [{ workspaceId: W1, name: id("n"), connectionId: wanted.id, toolName: "request.status" }];
        expect(await store.connections.create(wanted, body, names)).toBe("created");
        expect(await store.connections.find(W1, wanted.id)).toEqual({
          ...wanted,
          sealedCredential: Buffer.from("sealed"),
        });
        expect((await store.connections.findByName(W1, wanted.name))?.id).toBe(wanted.id);
        expect(await store.connections.findByName(W1, "none")).toBeNull();
        expect(await store.connections.servingDocument(W1, wanted.id)).toEqual({
          ...body,
          body: Buffer.from([123, 0, 125]),
        });
        expect(await store.connections.findOfferedName(W1, names[0]!.name)).toEqual(names[0]);
        expect(await store.connections.offeredNames(W1)).toContainEqual(names[0]);
      });

      test("leaves nothing behind where the name or an offered name is taken", async () => {
        const first = connection(W1, { name: "desk" });
        const taken = { workspaceId: W1, name: "request_status", connectionId: first.id, toolName: "request.status" };
        await store.connections.create(first, document(W1, first.id), [taken]);

        const sameName = connection(W1, { name: "desk" });
        expect(await store.connections.create(sameName, document(W1, sameName.id), [])).toBe("name_taken");
        const second = connection(W1);
        const names = [
          { workspaceId: W1, name: "free", connectionId: second.id, toolName: "a" },
          { ...taken, connectionId: second.id },
        ];
        expect(await store.connections.create(second, document(W1, second.id), names)).toBe("name_taken");
        expect(await store.connections.find(W1, second.id)).toBeNull();
        expect(await store.connections.findOfferedName(W1, "free")).toBeNull();
        expect(await store.connections.findOfferedName(W1, "request_status")).toEqual(taken);
      });

      test("gives one name to one of many that ask at once", async () => {
        const wanted = Array.from({ length: 10 }, () => connection(W1));
        const results = await Promise.all(
          wanted.map((one) =>
            store.connections.create(one, document(W1, one.id), [
              { workspaceId: W1, name: "contended", connectionId: one.id, toolName: "t" },
            ]),
          ),
        );
        expect(results.filter((result) => result === "created")).toHaveLength(1);
        const winner = wanted[results.indexOf("created")];
        expect((await store.connections.findOfferedName(W1, "contended"))?.connectionId).toBe(winner?.id);
      });

      test("changes only what is given", async () => {
        const wanted = connection(W1);
        await store.connections.create(wanted, document(W1, wanted.id), []);
        const change = { origin: "https://new.example", sealedCredential: null };
        expect(await store.connections.update(wanted, change, later(5))).toBe("updated");
        expect(await store.connections.find(W1, wanted.id)).toEqual({ ...wanted, ...change, updatedAt: later(5) });
        expect(await store.connections.update({ ...wanted, id: "conn_none" }, change, later(5))).toBe("not_found");
        expect(await store.connections.update(wanted, { name: "late" }, later(6))).toBe("stale");
        const other = connection(W1);
        await store.connections.create(other, document(W1, other.id), []);
        expect(await store.connections.update(other, { name: wanted.name }, NOW)).toBe("name_taken");
        expect((await store.connections.find(W1, other.id))?.name).toBe(other.name);
      });

      test("serves one document at a time and keeps names for good", async () => {
        const wanted = connection(W1);
        await store.connections.create(wanted, document(W1, wanted.id), []);
        await store.connections.holdDocument(document(W1, wanted.id, { version: 2, hash: "two" }));
        await store.connections.holdDocument(document(W1, wanted.id, { version: 3, hash: "three" }));
        expect(await store.connections.heldDocument(W1, wanted.id)).toMatchObject({ version: 3, status: "held" });
        expect(await store.connections.servingDocument(W1, wanted.id)).toMatchObject({ version: 1 });

        const name = { workspaceId: W1, name: id("n"), connectionId: wanted.id, toolName: "a" };
        const third = document(W1, wanted.id, { version: 3, hash: "three" });
        expect(await store.connections.serveDocument(third, [name])).toBe("served");
        expect(await store.connections.serveDocument(third, [name])).toBe("served");
        expect(await store.connections.servingDocument(W1, wanted.id)).toMatchObject({ version: 3, status: "serving" });
        expect(await store.connections.heldDocument(W1, wanted.id)).toBeNull();

        const fourth = document(W1, wanted.id, { version: 4 });
        expect(await store.connections.serveDocument(fourth, [{ ...name, toolName: "b" }])).toBe("name_taken");
        expect(await store.connections.servingDocument(W1, wanted.id)).toMatchObject({ version: 3 });
        const serving = await store.connections.servingDocuments(W1);
        expect(serving.filter(({ connectionId }) => connectionId === wanted.id)).toHaveLength(1);
        await expect(store.connections.serveDocument(document(W1, "conn_none"), [])).rejects.toMatchObject({
          code: "not_found",
        });
      });

      test("serves exactly one of many documents served at once", async () => {
        const wanted = connection(W1);
        await store.connections.create(wanted, document(W1, wanted.id), []);
        const versions = [2, 3, 4, 5, 6, 7];
        await Promise.all(
          versions.map((version) => store.connections.serveDocument(document(W1, wanted.id, { version }), [])),
        );
        const serving = await store.connections.servingDocuments(W1);
        expect(serving.filter(({ connectionId }) => connectionId === wanted.id)).toHaveLength(1);
      });

      test("is removed once no operation is open, its names reserved", async () => {
        const name = { workspaceId: W1, name: id("n"), connectionId: place.connectionId, toolName: "a" };
        await store.connections.serveDocument(document(W1, place.connectionId, { version: 2 }), [name]);
        const operation = await record();
        expect(await store.connections.remove(W1, place.connectionId)).toBe("open_operations");
        const unknown = await settle(operation, UNKNOWN);
        expect(await store.connections.remove(W1, place.connectionId)).toBe("open_operations");
        expect(await store.connections.find(W1, place.connectionId)).not.toBeNull();
        await settle(unknown);
        expect(await store.connections.remove(W1, place.connectionId)).toBe("removed");
        expect(await store.connections.remove(W1, place.connectionId)).toBe("not_found");
        expect(await store.connections.servingDocument(W1, place.connectionId)).toBeNull();
        expect(await store.connections.findOfferedName(W1, name.name)).toEqual(name);
        await expect(store.operations.recordIntent(intent(place))).rejects.toMatchObject({ code: "not_found" });
      });

      test("is either removed or has the operation, when both are tried at once", async () => {
        for (let round = 0; round < 5; round += 1) {
          const here = await setUpPlace(store, W1);
          const [removed, recorded] = await Promise.allSettled([
            store.connections.remove(W1, here.connectionId),
            store.operations.recordIntent(intent(here)),
          ]);
          const isGone = removed.status === "fulfilled" && removed.value === "removed";
          expect(isGone).toBe(recorded.status === "rejected");
        }
      });
    });

    describe("conversations", () => {
      test("replaces settings, keeping when it was created", async () => {
        const first = conversation(W1);
        expect(await store.conversations.put(first)).toEqual(first);
        const changed = { ...first, locale: "ar", phone: "+12025550142", createdAt: later(50), updatedAt: later(50) };
        expect(await store.conversations.put(changed)).toEqual({ ...changed, createdAt: NOW });
        expect(await store.conversations.find(W1, first.id)).toEqual({ ...changed, createdAt: NOW });
      });

      test("opens turns that count up, also when opened at once", async () => {
        expect(await store.conversations.currentTurn(W1, place.conversationId)).toBeNull();
        const turns = await Promise.all(
          Array.from({ length: 10 }, () => store.conversations.openTurn(W1, place.conversationId, NOW)),
        );
        expect(turns.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        expect(await store.conversations.currentTurn(W1, place.conversationId)).toMatchObject({
          number: 10,
          explicit: true,
        });
      });

      test("ends an implicit turn when it was idle, an explicit one never", async () => {
        const enter = (at: Date) =>
          store.conversations.enterTurn({
            workspaceId: W1,
            conversationId: place.conversationId,
            now: at,
            idleMs: 60_000,
          });
        expect(await enter(NOW)).toEqual({
          workspaceId: W1,
          conversationId: place.conversationId,
          number: 1,
          explicit: false,
          openedAt: NOW,
          lastCallAt: NOW,
        });
        expect(await enter(later(60_000))).toMatchObject({ number: 1, lastCallAt: later(60_000) });
        expect(await enter(later(120_001))).toMatchObject({ number: 2, explicit: false, openedAt: later(120_001) });
        await store.conversations.openTurn(W1, place.conversationId, later(130_000));
        expect(await enter(later(9_000_000))).toMatchObject({ number: 3, explicit: true, openedAt: later(130_000) });
      });

      test("starts one implicit turn for calls made at once", async () => {
        const params = { workspaceId: W1, conversationId: place.conversationId, now: NOW, idleMs: 60_000 };
        const turns = await Promise.all(Array.from({ length: 10 }, () => store.conversations.enterTurn(params)));
        expect(new Set(turns.map(({ number }) => number))).toEqual(new Set([1]));
      });

      test("says so where there is no such conversation", async () => {
        await expect(store.conversations.openTurn(W1, "none", NOW)).rejects.toMatchObject({ code: "not_found" });
        expect(await store.conversations.currentTurn(W1, "none")).toBeNull();
      });

      test("keeps phones byte for byte and apart", async () => {
        const phones = ["12025550142", "+12025550142", "0044 20 7946", "00 1202", " 1", "١٢٣"];
        for (const phone of phones) {
          const one = await store.conversations.put(conversation(W1, { phone }));
          expect((await store.conversations.find(W1, one.id))?.phone).toBe(phone);
        }
      });
    });

    describe("recordIntent", () => {
      test("makes operation, attempt, call, bodies and events durable in one", async () => {
        const params = intent(place);
        const result = await store.operations.recordIntent(params);
        const attempt = {
          number: 1,
          ...params.firstAttempt,
          phase: "before_send",
          end: null,
          endedAt: null,
          status: null,
          reason: null,
        };
        const expected = {
          ...params.operation,
          state: "sent",
          unresolved: false,
          revision: 1,
          settledAt: null,
          attempts: [attempt],
        };
        expect(result).toEqual({ kind: "recorded", operation: expected });
        expect(await store.operations.find(W1, params.operation.id)).toEqual(expected);
        const bodies = await store.operations.bodies(W1, params.operation.id);
        expect([text(bodies?.request), bodies?.result]).toEqual([`request ${params.operation.id}`, null]);
        expect(await store.calls.find(W1, params.operation.callId)).toEqual({
          ...params.call.record,
          endedAt: null,
          outcome: null,
          errorCategory: null,
          errorCode: null,
        });
        const callBodies = await store.calls.bodies(W1, params.operation.callId);
        expect([text(callBodies?.arguments), callBodies?.result]).toEqual([
          `arguments ${params.operation.callId}`,
          null,
        ]);
        expect(await eventsOf()).toEqual(["call.started started", "operation.recorded sent"]);
      });

      test("an idempotency key names its operation for good", async () => {
        const key = { scope: W1, key: "order-7" };
        const first = await record({ idempotencyKey: key });
        await settle(first);
        const again = await store.operations.recordIntent(intent(place, { idempotencyKey: key }));
        expect(again).toMatchObject({ kind: "existing", operation: { id: first.id, state: "succeeded" } });
        expect((await store.operations.findByIdempotencyKey(W1, key))?.id).toBe(first.id);
        const otherScope = { scope: place.conversationId, key: "order-7" };
        expect(await store.operations.findByIdempotencyKey(W1, otherScope)).toBeNull();
        await record({ idempotencyKey: otherScope });
      });

      test("a lost race leaves no trace but the key's name", async () => {
        const first = await record({ operation: { intentHash: "book" } });
        const key = { scope: W1, key: "fresh" };
        const loser = intent(place, { operation: { intentHash: "book" }, idempotencyKey: key });
        expect(await store.operations.recordIntent(loser)).toMatchObject({
          kind: "existing",
          operation: { id: first.id },
        });
        expect(await store.operations.find(W1, loser.operation.id)).toBeNull();
        expect(await store.calls.find(W1, loser.operation.callId)).toBeNull();
        await settle(first);
        const repeat = await store.operations.recordIntent(
          intent(place, { operation: { intentHash: "book" }, idempotencyKey: key }),
        );
        expect(repeat).toMatchObject({ kind: "existing", operation: { id: first.id } });
      });

      test("an equal intent attaches while open or unknown, and is free when settled", async () => {
        const same = { operation: { intentHash: "book" } };
        const first = await record(same);
        expect((await store.operations.findOpenIntent(W1, place.conversationId, "book"))?.id).toBe(first.id);
        const unknown = await settle(first, UNKNOWN);
        expect(await store.operations.recordIntent(intent(place, same))).toMatchObject({
          kind: "existing",
          operation: { id: first.id, state: "unknown" },
        });
        await settle(unknown, { state: "failed" });
        expect(await store.operations.findOpenIntent(W1, place.conversationId, "book")).toBeNull();
        const second = await record(same);
        expect(second.id).not.toBe(first.id);
      });

      test("another conversation's equal intent is its own", async () => {
        await record({ operation: { intentHash: "book" } });
        const other = await setUpPlace(store, W1);
        const result = await store.operations.recordIntent(intent(other, { operation: { intentHash: "book" } }));
        expect(result.kind).toBe("recorded");
      });

      test("an application that insists gets a new operation, which repeats attach to from then on", async () => {
        const first = await record({ operation: { intentHash: "book" } });
        const second = await record({ operation: { intentHash: "book" }, attachable: false });
        expect(second.id).not.toBe(first.id);
        expect((await store.operations.findOpenIntent(W1, place.conversationId, "book"))?.id).toBe(second.id);
      });

      test("a repeat of the very same intent finds itself", async () => {
        const params = intent(place, { idempotencyKey: { scope: W1, key: "same" } });
        await store.operations.recordIntent(params);
        const again = await store.operations.recordIntent(params);
        expect(again).toMatchObject({ kind: "existing", operation: { id: params.operation.id, revision: 1 } });
        const bare = intent(place, { attachable: false });
        await store.operations.recordIntent(bare);
        expect(await store.operations.recordIntent(bare)).toMatchObject({
          kind: "existing",
          operation: { id: bare.operation.id },
        });
      });

      test.each([
        [
          "one key",
          (n: number) => ({ idempotencyKey: { scope: "s", key: "race" }, operation: { intentHash: `i${n}` } }),
        ],
        ["one open intent", () => ({ operation: { intentHash: "race" } })],
        [
          "one open intent under many keys",
          (n: number) => ({ idempotencyKey: { scope: "s", key: `k${n}` }, operation: { intentHash: "race" } }),
        ],
        [
          "one key and one open intent",
          () => ({ idempotencyKey: { scope: "s", key: "race" }, operation: { intentHash: "race" } }),
        ],
      ])("of 50 at once with %s exactly one is recorded", async (_, change) => {
        const second = await fixture.open();
        const all = Array.from({ length: 50 }, (__, n) => intent(place, change(n)));
        const results = await Promise.all(
          all.map((params, n) => (n % 2 ? second : store).operations.recordIntent(params)),
        );
        await second.close();
        const recorded = results.filter(({ kind }) => kind === "recorded");
        expect(recorded).toHaveLength(1);
        expect(new Set(results.map(({ operation }) => operation.id))).toEqual(new Set([recorded[0]?.operation.id]));
        const { items } = await store.operations.list(W1, {}, { limit: 100, after: null });
        expect(items).toHaveLength(1);
        const calls = await store.calls.list(W1, {}, { limit: 100, after: null });
        expect(calls.items).toHaveLength(1);
        for (const { idempotencyKey } of all as readonly RecordIntentParams[]) {
          if (idempotencyKey === null) continue;
          expect((await store.operations.findByIdempotencyKey(W1, idempotencyKey))?.id).toBe(items[0]?.id);
        }
      });

      test("intents that settle while equals are recorded never block them", async () => {
        const results = await Promise.all(
          Array.from({ length: 30 }, async () => {
            const result = await store.operations.recordIntent(intent(place, { operation: { intentHash: "busy" } }));
            if (result.kind === "recorded") await settle(result.operation);
            return result.kind;
          }),
        );
        expect(results).toContain("recorded");
        expect(await store.operations.findOpenIntent(W1, place.conversationId, "busy")).toBeNull();
      });

      test("a key is bound to the operation that a repeat attached to, the first one wins", async () => {
        const [one, other] = [await record(), await record()];
        const key = { scope: W1, key: "attached" };
        await store.operations.bindIdempotencyKey(W1, key, one.id);
        await store.operations.bindIdempotencyKey(W1, key, other.id);
        expect((await store.operations.findByIdempotencyKey(W1, key))?.id).toBe(one.id);
      });
    });

    describe("settle", () => {
      test("writes everything that an answer brings", async () => {
        const address = addressOf(place);
        const operation = await record();
        const settled = await settle(operation, {
          evidence: [entity("e1"), entity("e2")],
          contactWrite: contactWrite(address, operation.callId, { facts: { has_open_booking: true } }),
        });
        expect(settled).toEqual({
          ...operation,
          state: "succeeded",
          revision: 2,
          settledAt: later(800),
          attempts: [
            { ...operation.attempts[0], phase: "after_headers", end: "answered", endedAt: later(800), status: 200 },
          ],
        });
        expect(await store.operations.find(W1, operation.id)).toEqual(settled);
        expect(text((await store.operations.bodies(W1, operation.id))?.result)).toBe("told");
        expect(await store.calls.find(W1, operation.callId)).toMatchObject({
          outcome: "succeeded",
          endedAt: later(800),
        });
        expect(text((await store.calls.bodies(W1, operation.callId))?.result)).toBe("call told");
        expect(await store.contacts.facts(address)).toMatchObject([{ name: "has_open_booking", value: true }]);
        expect(await store.calls.evidence(W1, operation.callId)).toEqual(
          ["e1", "e2"].map((evidenceId) => ({
            callId: operation.callId,
            conversationId: place.conversationId,
            turn: 1,
            operationId: operation.id,
            item: entity(evidenceId),
          })),
        );
        expect((await eventsOf()).slice(2)).toEqual(["operation.settled succeeded", "call.ended succeeded"]);
      });

      test("changes nothing on a stale revision or a settled operation", async () => {
        const operation = await record();
        const settled = await settle(operation);
        for (const revision of [operation.revision, settled.revision]) {
          const late = settlement(settled, {
            revision,
            state: "refused",
            evidence: [entity("late")],
            contactWrite: contactWrite(addressOf(place), operation.callId, { facts: { late: true } }),
          });
          expect(await store.operations.settle(late)).toEqual({ kind: "stale" });
        }
        expect(await store.operations.find(W1, operation.id)).toEqual(settled);
        expect(await store.calls.evidence(W1, operation.callId)).toEqual([]);
        expect(await store.contacts.facts(addressOf(place))).toEqual([]);
        expect(await eventsOf()).toHaveLength(4);
      });

      test("one of many that settle at once does so", async () => {
        const operation = await record();
        const states = ["succeeded", "refused", "failed", "unknown"] as const;
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            store.operations.settle(settlement(operation, { state: states[n % 4]! })),
          ),
        );
        expect(results.filter(({ kind }) => kind === "settled")).toHaveLength(1);
        expect((await store.operations.find(W1, operation.id))?.revision).toBe(2);
      });

      test("a call's recorded outcome stays when its operation settles later", async () => {
        const operation = await record();
        const told = {
          id: operation.callId,
          outcome: "unknown",
          errorCategory: "transient",
          errorCode: "timeout",
        } as const;
        const unknown = await settle(operation, { ...UNKNOWN, call: { ...told, result: bytes("may have completed") } });
        expect(unknown).toMatchObject({ state: "unknown", settledAt: null });
        await store.conversations.openTurn(W1, place.conversationId, later(900));
        await store.conversations.openTurn(W1, place.conversationId, later(900));
        await settle(unknown, { attempt: null, evidence: [entity("late")], at: later(5000) });
        expect(await store.calls.find(W1, operation.callId)).toMatchObject({
          outcome: "unknown",
          errorCode: "timeout",
        });
        expect(text((await store.calls.bodies(W1, operation.callId))?.result)).toBe("may have completed");
        expect(await store.calls.evidence(W1, operation.callId)).toMatchObject([
          { turn: 2, operationId: operation.id },
        ]);
        expect((await eventsOf()).slice(2)).toEqual([
          "operation.changed unknown",
          "call.ended unknown",
          "operation.settled succeeded",
        ]);
      });

      test("flags what a person must decide", async () => {
        const unknown = await settle(await record(), UNKNOWN);
        await settle(unknown, { ...UNKNOWN, unresolved: true, call: null });
        const { items } = await store.operations.list(W1, { unresolved: true }, { limit: 10, after: null });
        expect(items.map((item) => item.id)).toEqual([unknown.id]);
      });
    });

    describe("startAttempt", () => {
      const attempt = { instanceId: "inst_2", traceId: "trace-2", startedAt: later(2000) };

      test("adds one attempt where none is in flight", async () => {
        const operation = await record();
        const { workspaceId, id: operationId, revision } = operation;
        const start = { workspaceId, operationId, revision, attempt };
        expect(await store.operations.startAttempt(start)).toEqual({ kind: "stale" });
        const unknown = await settle(operation, UNKNOWN);
        const results = await Promise.all(
          Array.from({ length: 10 }, () => store.operations.startAttempt({ ...start, revision: unknown.revision })),
        );
        expect(results.filter(({ kind }) => kind === "changed")).toHaveLength(1);
        const found = await store.operations.find(W1, operationId);
        expect(found).toMatchObject({
          state: "unknown",
          revision: 3,
          attempts: [{ end: "uncertain" }, { number: 2, end: null }],
        });
        const answered = { number: 2, phase: "after_headers", end: "answered", status: 200, reason: null } as const;
        const settled = await settle(found!, { attempt: answered, call: null });
        expect(settled.attempts.map(({ end }) => end)).toEqual(["uncertain", "answered"]);
        expect(await store.operations.startAttempt({ ...start, revision: settled.revision })).toEqual({
          kind: "stale",
        });
      });

      test("sends a prepared operation", async () => {
        const operation = await record();
        const idle = { number: 1, phase: "before_send", end: "no_byte_sent", status: null, reason: "dns" } as const;
        const prepared = await settle(operation, { state: "prepared", attempt: idle, call: null });
        const started = await store.operations.startAttempt({
          workspaceId: W1,
          operationId: operation.id,
          revision: prepared.revision,
          attempt,
        });
        expect(started).toMatchObject({
          kind: "changed",
          operation: { state: "sent", attempts: [{}, { ...attempt, number: 2 }] },
        });
      });
    });

    describe("reading operations", () => {
      test("finds the last of a turn", async () => {
        await record();
        const last = await record();
        await record({ operation: { turn: 2 } });
        expect((await store.operations.findLastOfTurn(W1, place.conversationId, 1))?.id).toBe(last.id);
        expect(await store.operations.findLastOfTurn(W1, place.conversationId, 9)).toBeNull();
      });

      test("filters by state and conversation", async () => {
        const one = await settle(await record());
        await record();
        const { items } = await store.operations.list(W1, { state: "succeeded" }, { limit: 10, after: null });
        expect(items).toEqual([one]);
        const none = await store.operations.list(W1, { conversationId: "other" }, { limit: 10, after: null });
        expect(none.items).toEqual([]);
      });

      test("detaches what is unknown on that connection in that conversation", async () => {
        const onOther = await setUpPlace(store, W1);
        const elsewhere = { ...place, connectionId: onOther.connectionId };
        const make = async (where: Place, intentHash: string) => {
          const result = await store.operations.recordIntent(intent(where, { operation: { intentHash } }));
          return result.operation;
        };
        const unknown = await settle(await make(place, "unknown"), UNKNOWN);
        await make(place, "sent");
        await settle(await make(elsewhere, "elsewhere"), UNKNOWN);
        const detach = (readStartedAt: Date) => store.operations.detachUnknown({ ...place, readStartedAt });
        const open = (hash: string) => store.operations.findOpenIntent(W1, place.conversationId, hash);
        await detach(new Date(unknown.attempts[0]!.endedAt!.getTime() - 1));
        expect(await open("unknown")).not.toBeNull();
        await detach(unknown.attempts[0]!.endedAt!);
        expect(await open("unknown")).toBeNull();
        expect(await open("sent")).not.toBeNull();
        expect(await open("elsewhere")).not.toBeNull();
        await settle(unknown);
        await record({ operation: { intentHash: "unknown" } });
      });

      test("lists what a gone instance left open, in every workspace", async () => {
        const gone = { instanceId: id("inst"), traceId: "t", startedAt: NOW };
        const left = await record({ firstAttempt: gone });
        const ended = await record({ firstAttempt: gone });
        await settle(ended, UNKNOWN);
        const settledElsewhere = await record({ firstAttempt: gone });
        await settle(settledElsewhere, { attempt: null });
        const other = await setUpPlace(store);
        const same = intent(other, { firstAttempt: gone, operation: { id: left.id, callId: left.callId } });
        await store.operations.recordIntent(same);
        const mine = (operations: readonly OperationRecord[]) =>
          operations.filter(({ attempts }) => attempts[0]?.instanceId === gone.instanceId);
        const found = mine(await store.operations.listAbandoned(["inst_1", "inst_2"], 1000));
        expect(found.map((one) => `${one.workspaceId} ${one.id}`).toSorted()).toEqual(
          [`${W1} ${left.id}`, `${other.workspaceId} ${left.id}`].toSorted(),
        );
        expect(found.every(({ attempts }) => attempts.length === 1)).toBe(true);
        expect(mine(await store.operations.listAbandoned([gone.instanceId], 1000))).toEqual([]);
        expect(mine(await store.operations.listAbandoned([], 1000))).toHaveLength(2);
        expect(await store.operations.listAbandoned([], 1)).toHaveLength(1);
      });

      test("lists the unknown of every workspace for the reconciler", async () => {
        const unknown = await settle(await record(), UNKNOWN);
        await settle(await settle(await record(), UNKNOWN), { ...UNKNOWN, unresolved: true });
        const other = await setUpPlace(store);
        const same = await store.operations.recordIntent(
          intent(other, { operation: { id: unknown.id, callId: unknown.callId } }),
        );
        await settle(same.operation, UNKNOWN);
        const all = await walk((page) => store.operations.listUnknown(page), 1);
        const found = all.filter(({ workspaceId }) => [W1, other.workspaceId].includes(workspaceId));
        expect(found.map((one) => `${one.workspaceId} ${one.id}`).toSorted()).toEqual(
          [`${W1} ${unknown.id}`, `${other.workspaceId} ${unknown.id}`].toSorted(),
        );
      });
    });

    describe("calls", () => {
      test("keeps a finished call with all that came of it, once", async () => {
        const call = finishedCall(place, { evidence: [entity("e1")] });
        const withWrite = {
          ...call,
          contactWrite: contactWrite(addressOf(place), call.record.id, { entries: [{ key: "k", value: "v" }] }),
        };
        await store.calls.recordFinished(withWrite);
        await store.calls.recordFinished(withWrite);
        expect(await store.calls.find(W1, call.record.id)).toEqual(call.record);
        const bodies = await store.calls.bodies(W1, call.record.id);
        expect([text(bodies?.arguments), text(bodies?.result)]).toEqual(["arguments", "result"]);
        expect(await store.calls.evidence(W1, call.record.id)).toMatchObject([{ item: entity("e1"), turn: 1 }]);
        expect(await store.contacts.entries(addressOf(place))).toMatchObject([{ key: "k", value: "v" }]);
        expect(await eventsOf()).toEqual(["call.ended succeeded"]);
      });

      test("filters by conversation, operation and outcome", async () => {
        const operation = await record();
        await store.calls.recordFinished(finishedCall(place, { record: { outcome: "failed" } }));
        const page = { limit: 10, after: null };
        expect((await store.calls.list(W1, { operationId: operation.id }, page)).items).toHaveLength(1);
        expect((await store.calls.list(W1, { outcome: "failed" }, page)).items).toHaveLength(1);
        expect((await store.calls.list(W1, { conversationId: place.conversationId }, page)).items).toHaveLength(2);
        expect((await store.calls.list(W1, { conversationId: "other" }, page)).items).toEqual([]);
      });

      test("evidence of every text and number comes back as it was", async () => {
        const item = { ...entity("e1"), label: { und: 'a\u0000b "é" \u202e', ["__proto__"]: "x" } };
        Object.defineProperty(item.label, "__proto__", { value: "own", enumerable: true });
        const call = finishedCall(place, { evidence: [item] });
        await store.calls.recordFinished(call);
        const [found] = await store.calls.evidence(W1, call.record.id);
        expect(JSON.stringify(found?.item)).toBe(JSON.stringify(item));
      });
    });

    describe("contacts", () => {
      async function remember(write: ReturnType<typeof contactWrite>): Promise<void> {
        await store.calls.recordFinished({
          ...finishedCall(place, { record: { id: write.callId } }),
          contactWrite: write,
        });
      }
      const entries = async (address: ContactAddress) =>
        (await store.contacts.entries(address)).map(({ key, value }) => [key, value]);

      test("of one key the newest call's write shows, however late it settles", async () => {
        const address = addressOf(place);
        const [early, late] = [id("call"), id("call")];
        await remember(contactWrite(address, late, { entries: [{ key: "k", value: "new" }], facts: { f: 2 } }));
        await remember(
          contactWrite(address, early, {
            entries: [
              { key: "k", value: "old" },
              { key: "other", value: "x" },
            ],
            facts: { f: 1 },
          }),
        );
        expect(Object.fromEntries(await entries(address))).toEqual({ k: "new", other: "x" });
        expect(await store.contacts.facts(address)).toMatchObject([{ name: "f", value: 2, callId: late }]);
      });

      test("a deleted key stays deleted for what was sent before", async () => {
        const address = addressOf(place);
        const [early, late] = [id("call"), id("call")];
        await remember(contactWrite(address, late, { entries: [{ key: "k", value: null }], facts: { f: null } }));
        await remember(contactWrite(address, early, { entries: [{ key: "k", value: "old" }], facts: { f: 1 } }));
        expect(await entries(address)).toEqual([]);
        expect(await store.contacts.facts(address)).toEqual([]);
      });

      test("temporary writes show and hide in their conversation alone", async () => {
        const address = addressOf(place);
        const elsewhere = { ...address, conversationId: "conv_elsewhere" };
        await remember(
          contactWrite(address, id("call"), {
            entries: [
              { key: "a", value: "durable" },
              { key: "b", value: "durable" },
            ],
          }),
        );
        await remember(
          contactWrite(address, id("call"), {
            isTemporary: true,
            entries: [
              { key: "a", value: "temporary" },
              { key: "b", value: null },
            ],
          }),
        );
        expect(await entries(address)).toEqual([["a", "temporary"]]);
        expect(await entries(elsewhere)).toEqual([
          ["a", "durable"],
          ["b", "durable"],
        ]);
        await remember(
          contactWrite(address, id("call"), {
            entries: [
              { key: "a", value: null },
              { key: "b", value: "newer" },
            ],
          }),
        );
        expect(await entries(address)).toEqual([["b", "newer"]]);
        expect(await entries(elsewhere)).toEqual([["b", "newer"]]);
      });

      test("the order is that of first writing", async () => {
        const address = addressOf(place);
        await remember(
          contactWrite(address, id("call"), {
            entries: [
              { key: "z", value: "1" },
              { key: "a", value: "1" },
            ],
          }),
        );
        await remember(
          contactWrite(address, id("call"), {
            entries: [
              { key: "m", value: "1" },
              { key: "z", value: "2" },
            ],
          }),
        );
        await remember(contactWrite(address, id("call"), { isTemporary: true, entries: [{ key: "a", value: "3" }] }));
        expect(await entries(address)).toEqual([
          ["z", "2"],
          ["a", "3"],
          ["m", "1"],
        ]);
      });

      test("of one key written twice by one call the last stands", async () => {
        const address = addressOf(place);
        await remember(
          contactWrite(address, id("call"), {
            entries: [
              { key: "k", value: "1" },
              { key: "k", value: "2" },
            ],
          }),
        );
        expect(await entries(address)).toEqual([["k", "2"]]);
      });

      test("names and values of every text come back as they were", async () => {
        const address = addressOf(place);
        const names = [
          "__proto__",
          "constructor",
          "toString",
          "hasOwnProperty",
          "",
          " a ",
          "A",
          "a",
          "café",
          "cafe\u0301",
          "nul\u0000",
          "k".repeat(4000),
        ];
        const facts: Record<string, JsonValue> = Object.create(null);
        for (const name of names) facts[name] = { name };
        await remember(
          contactWrite(address, id("call"), { entries: names.map((key) => ({ key, value: `${key}\u0000é` })), facts }),
        );
        expect(await entries(address)).toEqual(names.map((key) => [key, `${key}\u0000é`]));
        expect((await store.contacts.facts(address)).map(({ name, value }) => [name, value])).toEqual(
          names.map((name) => [name, { name }]),
        );
        expect(({} as Record<string, unknown>)["name"]).toBeUndefined();
      });

      test("shows the newest hundred", async () => {
        const address = addressOf(place);
        for (const half of [0, 60]) {
          const written = Array.from({ length: 60 }, (_, n) => ({ key: `k${half + n}`, value: "v" }));
          await remember(contactWrite(address, id("call"), { entries: written }));
        }
        const shown = await entries(address);
        expect(shown).toHaveLength(100);
        expect([shown[0]?.[0], shown[99]?.[0]]).toEqual(["k20", "k119"]);
      });

      test("contacts that differ by a character are different contacts", async () => {
        const keys = [
          "riverside/12025550142",
          "riverside/+12025550142",
          "Riverside/12025550142",
          "riverside/12025550142 ",
        ];
        for (const contactKey of keys) {
          const address = { ...addressOf(place), contactKey };
          await remember(contactWrite(address, id("call"), { facts: { who: contactKey } }));
        }
        for (const contactKey of keys) {
          const facts = await store.contacts.facts({ ...addressOf(place), contactKey });
          expect(facts.map(({ value }) => value)).toEqual([contactKey]);
        }
      });

      test("writes to one contact at once do not stop each other", async () => {
        const address = addressOf(place);
        const calls = Array.from({ length: 20 }, () => id("call"));
        const keys = Array.from({ length: 10 }, (_, n) => `k${n}`);
        await Promise.all(
          calls.map((callId, n) => {
            const order = n % 2 ? keys : keys.toReversed();
            return remember(contactWrite(address, callId, { entries: order.map((key) => ({ key, value: callId })) }));
          }),
        );
        expect(new Set((await entries(address)).map(([, value]) => value))).toEqual(new Set([calls.at(-1)]));
      });
    });

    describe("events", () => {
      test("are read on without gaps or doubles while many write", async () => {
        const second = await fixture.open();
        const seen: string[] = [];
        const statuses: string[] = [];
        let last: string | null = null;
        let writing = true;
        const reading = (async () => {
          for (;;) {
            const done = !writing;
            const events = await second.events.listAfter(W1, last, 7);
            for (const event of events) {
              seen.push(event.id);
              statuses.push(`${event.operationId} ${event.type}`);
              last = event.id;
            }
            if (done && events.length === 0) return;
            // SQLite answers at once: without a pause the reader would let nobody write.
            await setImmediate();
          }
        })();
        await Promise.all(
          Array.from({ length: 40 }, async () => {
            await settle(await record());
          }),
        );
        writing = false;
        await reading;
        await second.close();
        expect(seen).toEqual([...new Set(seen)].toSorted());
        expect(seen).toHaveLength(160);
        for (const one of new Set(statuses.map((line) => line.split(" ")[0]))) {
          const own = statuses.filter((line) => line.startsWith(`${one} `)).map((line) => line.split(" ")[1]);
          expect(own).toEqual(["call.started", "operation.recorded", "operation.settled", "call.ended"]);
        }
      });

      test("two readers at once see the same ids", async () => {
        for (let n = 0; n < 5; n += 1) await record();
        const second = await fixture.open();
        const [one, other] = await Promise.all([
          store.events.listAfter(W1, null, 100),
          second.events.listAfter(W1, null, 100),
        ]);
        await second.close();
        expect(one).toEqual(other);
        expect(one).toHaveLength(10);
      });

      test.each(["", "ev_", "ev_1", "call_1", "ev_0000000000000001 "])("refuses the id %j", async (after) => {
        await expect(store.events.listAfter(W1, after, 10)).rejects.toMatchObject({ code: "bad_cursor" });
      });
    });

    describe("pages", () => {
      const lists: readonly [
        string,
        (page: PageRequest) => Promise<Page<{ readonly id: string }>>,
        () => Promise<string>,
      ][] = [
        [
          "calls",
          (page) => store.calls.list(W1, {}, page),
          async () => {
            const call = finishedCall(place);
            await store.calls.recordFinished(call);
            return call.record.id;
          },
        ],
        ["operations", (page) => store.operations.list(W1, {}, page), async () => (await record()).id],
        [
          "keys",
          (page) => store.keys.list(W1, page),
          async () => {
            const key = workspaceKey(W1);
            await store.keys.create(key);
            return key.id;
          },
        ],
        [
          "connections",
          (page) => store.connections.list(W1, page),
          async () => {
            const one = connection(W1);
            await store.connections.create(one, document(W1, one.id), []);
            return one.id;
          },
        ],
        [
          "conversations",
          (page) => store.conversations.list(W1, page),
          async () => {
            // Ids are the application's: they say nothing of age.
            const one = conversation(W1, { id: `${Math.random()}:/é` });
            await store.conversations.put(one);
            return one.id;
          },
        ],
      ];

      test.each(lists)("of %s are walked without gaps or doubles while rows are added", async (_, list, add) => {
        const before = (await walk(list, 100)).map((item) => item.id);
        const added: string[] = [];
        for (let n = 0; n < 7; n += 1) added.push(await add());
        const expected = new Set([...added, ...before]);
        const walked: string[] = [];
        let page = await list({ limit: 3, after: null });
        for (;;) {
          walked.push(...page.items.map((item) => item.id));
          await add();
          if (page.nextCursor === null) break;
          page = await list({ limit: 3, after: page.nextCursor });
        }
        const known = walked.filter((one) => expected.has(one));
        expect(known).toHaveLength(expected.size);
        expect(new Set(known)).toEqual(expected);
      });

      test.each(lists)("of %s have no cursor on the last, and one where there is more", async (_, list, add) => {
        const count = (await walk(list, 100)).length;
        await add();
        expect((await list({ limit: count + 1, after: null })).nextCursor).toBeNull();
        await add();
        expect((await list({ limit: count + 1, after: null })).nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
      });

      test.each(lists)("of %s refuse what is no cursor of theirs", async (name_, list) => {
        const foreign = Buffer.from("other:call_1").toString("base64url");
        const empty = Buffer.from(`${name_}:`).toString("base64url");
        const padded = `${Buffer.from(`${name_}:xy`).toString("base64url")}=`;
        for (const after of ["", "x", "%%%", foreign, empty, padded, "_w".repeat(400)]) {
          const refused = list({ limit: 3, after });
          await expect(refused).rejects.toBeInstanceOf(StoreError);
          await expect(refused).rejects.toMatchObject({ code: "bad_cursor" });
        }
      });
    });

    test("nothing of one workspace shows in another, not even under equal ids", async () => {
      const W2 = (await setUpPlace(store)).workspaceId;
      const address = addressOf(place);
      const key = { scope: "s", key: "k" };
      const operation = await record({ idempotencyKey: key, operation: { intentHash: "book" } });
      const write = contactWrite(address, operation.callId, {
        entries: [{ key: "k", value: "W1-SECRET" }],
        facts: { f: "W1-SECRET" },
      });
      const unknown = await settle(operation, { ...UNKNOWN, evidence: [entity("e1")], contactWrite: write });
      const apiKey = workspaceKey(W1);
      await store.keys.create(apiKey);
      const name = { workspaceId: W1, name: "n", connectionId: place.connectionId, toolName: "t" };
      await store.connections.serveDocument(document(W1, place.connectionId, { version: 2 }), [name]);
      await store.connections.holdDocument(document(W1, place.connectionId, { version: 3 }));
      await store.conversations.openTurn(W1, place.conversationId, NOW);
      const page = { limit: 100, after: null };
      const { connectionId, conversationId } = place;
      const mine = await setUpPlace(store, W2);

      expect(await store.connections.find(W2, connectionId)).toBeNull();
      expect((await store.connections.list(W2, page)).items.map((item) => item.id)).not.toContain(connectionId);
      expect(await store.connections.update(connection(W2, { id: connectionId }), { name: "x" }, NOW)).toBe(
        "not_found",
      );
      expect(await store.connections.remove(W2, connectionId)).toBe("not_found");
      expect(await store.connections.servingDocument(W2, connectionId)).toBeNull();
      expect(await store.connections.heldDocument(W2, connectionId)).toBeNull();
      expect((await store.connections.servingDocuments(W2)).map((one) => one.connectionId)).not.toContain(connectionId);
      expect(await store.connections.offeredNames(W2)).toEqual([]);
      expect(await store.connections.findOfferedName(W2, "n")).toBeNull();
      await expect(store.connections.serveDocument(document(W2, connectionId), [])).rejects.toMatchObject({
        code: "not_found",
      });
      expect(await store.conversations.find(W2, conversationId)).toBeNull();
      expect(await store.conversations.currentTurn(W2, conversationId)).toBeNull();
      expect((await store.conversations.list(W2, page)).items.map((item) => item.id)).not.toContain(conversationId);
      await expect(store.conversations.openTurn(W2, conversationId, NOW)).rejects.toMatchObject({ code: "not_found" });
      expect(await store.contacts.entries({ ...address, workspaceId: W2 })).toEqual([]);
      expect(await store.contacts.facts({ ...address, workspaceId: W2 })).toEqual([]);
      expect(await store.operations.find(W2, operation.id)).toBeNull();
      expect(await store.operations.bodies(W2, operation.id)).toBeNull();
      expect(await store.operations.findByIdempotencyKey(W2, key)).toBeNull();
      expect(await store.operations.findOpenIntent(W2, conversationId, "book")).toBeNull();
      expect(await store.operations.findLastOfTurn(W2, conversationId, 1)).toBeNull();
      expect((await store.operations.list(W2, {}, page)).items).toEqual([]);
      expect(await store.operations.settle(settlement(unknown, { workspaceId: W2 }))).toEqual({ kind: "stale" });
      const attempt = { instanceId: "i", traceId: "t", startedAt: NOW };
      const start = { workspaceId: W2, operationId: operation.id, revision: unknown.revision, attempt };
      expect(await store.operations.startAttempt(start)).toEqual({ kind: "stale" });
      await store.operations.detachUnknown({ workspaceId: W2, conversationId, connectionId, readStartedAt: NOW });
      expect((await store.operations.findOpenIntent(W1, conversationId, "book"))?.id).toBe(operation.id);
      expect(await store.calls.find(W2, operation.callId)).toBeNull();
      expect(await store.calls.bodies(W2, operation.callId)).toBeNull();
      expect(await store.calls.evidence(W2, operation.callId)).toEqual([]);
      expect((await store.calls.list(W2, {}, page)).items).toEqual([]);
      expect(await store.events.listAfter(W2, null, 100)).toEqual([]);
      expect((await store.keys.list(W2, page)).items).toEqual([]);
      expect(await store.keys.revoke(W2, apiKey.id, NOW)).toBe(false);
      await store.keys.markUsed(W2, apiKey.id, NOW);
      expect((await store.keys.findByHash(apiKey.hash))?.lastUsedAt).toBeNull();

      const same = { ...mine, conversationId };
      await store.conversations.put(conversation(W2, { id: conversationId, locale: "ar" }));
      const twin = await store.operations.recordIntent(
        intent(same, {
          idempotencyKey: key,
          operation: { id: operation.id, callId: operation.callId, intentHash: "book" },
        }),
      );
      expect(twin).toMatchObject({ kind: "recorded", operation: { workspaceId: W2, id: operation.id } });
      expect(twin.operation.attempts).toHaveLength(1);
      expect(await store.operations.find(W1, operation.id)).toEqual(unknown);
      expect((await store.conversations.find(W1, conversationId))?.locale).toBe("en");
    });

    test("everything is there after closing and opening again", async () => {
      const first = await fixture.open();
      const result = await first.operations.recordIntent(intent(place));
      await first.close();
      const second = await fixture.open();
      expect(await second.operations.find(W1, result.operation.id)).toEqual(result.operation);
      expect(await second.events.listAfter(W1, null, 10)).toHaveLength(2);
      await second.close();
    });

    test("says that it can be written to, and is unavailable once closed", async () => {
      const one = await fixture.open();
      await one.checkWritable();
      await one.checkWritable();
      await one.close();
      await expect(one.checkWritable()).rejects.toThrow();
    });
  });
}

async function setUpPlace(store: Store, workspaceId = id("ws")): Promise<Place> {
  if ((await store.workspaces.find(workspaceId)) === null) {
    await store.workspaces.create({ id: workspaceId, name: "w", wrappedKey: bytes("k"), createdAt: NOW });
  }
  const desk = connection(workspaceId);
  await store.connections.create(desk, document(workspaceId, desk.id), []);
  const { id: conversationId } = await store.conversations.put(conversation(workspaceId));
  return { workspaceId, connectionId: desk.id, conversationId };
}

function addressOf({ workspaceId, conversationId }: Place): ContactAddress {
  return { workspaceId, domainId: "cogwheel-cycles", contactKey: "riverside/12025550142", conversationId };
}

async function walk<Item>(list: (page: PageRequest) => Promise<Page<Item>>, limit: number): Promise<readonly Item[]> {
  const items: Item[] = [];
  let after: string | null = null;
  do {
    const page: Page<Item> = await list({ limit, after });
    items.push(...page.items);
    after = page.nextCursor;
  } while (after !== null);
  return items;
}
