import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "./gateway.testdata.ts";
import { requirement } from "./requirement.ts";
import { respondJson, startStubAdapter, type Answering, type StubAdapter } from "./stub-adapter.testdata.ts";

const PHONES = ["12025550142", "+12025550142", "0044 20 7946", "00 1202", "١٢٠٢٥٥٥", "1202555014212025"];

let gateway: TestGateway;
let shop: StubAdapter;

const toPack = (origin: string): string => `
domainId: shop
name: Shop
languages: [en]
adapter: { origin: "${origin}", secret: "\${SHOP_SECRET}" }
partners: [{ partnerId: riverside, name: Riverside, timezone: Europe/London }]
facts:
  has_booking: { type: boolean, default: false }
tools:
  - name: look
    description: Looks.
    effect: read
    timeoutMs: 400
    parameters: { type: object, properties: {}, additionalProperties: false }
  - name: book
    description: Books.
    effect: write
    timeoutMs: 400
    sets: { facts: [has_booking] }
    parameters: { type: object, properties: { slot: { type: string } }, required: [slot], additionalProperties: false }
  - name: cancel
    description: Cancels.
    effect: write
    timeoutMs: 400
    requires: { facts: { has_booking: true } }
    parameters: { type: object, properties: {}, additionalProperties: false }
`;

beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await startStubAdapter({});
  expect((await gateway.connectPack("shop", toPack(shop.origin), "shop-secret")).status).toBe(201);
});

afterAll(async () => {
  await gateway.close();
  await shop.close();
});

let conversations = 0;

async function newConversation(phone = `120255${(conversations += 1)}`): Promise<string> {
  const id = `rider-${(conversations += 1)}`;
  await gateway.converse(id, { domainId: "shop", phone, subject: { channel: "whatsapp", id: phone } });
  return id;
}

const success = (content: string, store?: object) => ({ data: { isError: false, content, ...(store && { store }) } });

const play =
  (reply: (body: { toolName: string; parameters: object; context: Record<string, string> }) => unknown) =>
  ({ request, response }: Answering): void =>
    respondJson(response, 200, reply(JSON.parse(request.body)));

const writesSeen = (): number => shop.calls.filter(({ body }) => JSON.parse(body).toolName !== "look").length;

describe("a tool whose facts do not hold", () => {
  it(requirement("domain-pack.tool.not-offered"), async () => {
    const conversation = await newConversation();
    const seen = shop.calls.length;
    const listed = await gateway.request("GET", `/v1/tools?conversation=${conversation}`, { key: gateway.appKey });
    expect((listed.body["tools"] as { name: string }[]).map(({ name }) => name)).not.toContain("cancel");
    const refused = await gateway.call({ conversation, tool: "cancel" });
    expect([refused.status, refused.body["code"]]).toEqual([409, "tool_not_offered"]);
    expect(refused.body["detail"]).toBe(
      "This tool needs the fact has_booking to be true; it is false. It is set by book.",
    );
    expect(shop.calls.length).toBe(seen);
  });
});

describe("what a shop asks to remember", () => {
  it(`${requirement("domain-pack.store.with-settling")} and holds for the next call at once`, async () => {
    const phone = "12025550142";
    const conversation = await newConversation(phone);
    const store = {
      isTemporary: false,
      storeKey: `riverside/${phone}`,
      data: [{ key: "open_booking", value: "- **OPEN_BOOKING**: CW-1" }],
      facts: { has_booking: true },
    };
    shop.play(play(() => success("Booked.", store)));
    const headers = { "idempotency-key": "book-1" };
    const first = await gateway.call({ conversation, tool: "book", arguments: { slot: "a" } }, headers);
    const repeat = await gateway.call({ conversation, tool: "book", arguments: { slot: "a" } }, headers);
    expect([first.body["replayed"], repeat.body["replayed"]]).toEqual([false, true]);
    const address = {
      workspaceId: gateway.workspaceId,
      domainId: "shop",
      contactKey: `riverside/${phone}`,
      conversationId: conversation,
    };
    const entries = await gateway.gateway.store.contacts.entries(address);
    expect(entries).toMatchObject([{ key: "open_booking", callId: first.body["call_id"] }]);
    shop.play(play(() => success("Cancelled.")));
    expect((await gateway.call({ conversation, tool: "cancel" })).body["outcome"]).toBe("succeeded");
  });

  it.each(PHONES)("is kept for exactly the phone that was sent: %s", async (phone) => {
    const conversation = await newConversation(phone);
    let sent: Record<string, string> = {};
    shop.play(
      play(({ context }) => {
        sent = context;
        return success("Noted.", {
          isTemporary: false,
          storeKey: `riverside/${context["phone"]}`,
          data: [{ key: "who", value: phone }],
        });
      }),
    );
    expect((await gateway.call({ conversation, tool: "look" })).body["outcome"]).toBe("succeeded");
    expect(sent).toMatchObject({ phone, partnerId: "riverside", sessionId: conversation });
    expect(sent).not.toHaveProperty("operationKey");
    const address = {
      workspaceId: gateway.workspaceId,
      domainId: "shop",
      contactKey: `riverside/${phone}`,
      conversationId: conversation,
    };
    const entries = await gateway.gateway.store.contacts.entries(address);
    expect(entries.filter(({ key }) => key === "who").map(({ value }) => value)).toEqual([phone]);
  });

  it("for another key is refused whole: internal, nothing stored", async () => {
    const conversation = await newConversation("777");
    shop.play(
      play(() =>
        success("Booked.", { isTemporary: false, storeKey: "riverside/778", data: [{ key: "x", value: "y" }] }),
      ),
    );
    const answer = await gateway.call({ conversation, tool: "book", arguments: { slot: "a" } });
    expect(answer.body).toMatchObject({
      outcome: "unknown",
      text: null,
      error: { category: "internal", effect: "unknown" },
    });
    expect((answer.body["error"] as { message: string }).message).toContain(String(answer.body["call_id"]));
    const address = {
      workspaceId: gateway.workspaceId,
      domainId: "shop",
      contactKey: "riverside/777",
      conversationId: conversation,
    };
    expect(await gateway.gateway.store.contacts.entries(address)).toEqual([]);
    const seen = await gateway.request("GET", `/v1/calls/${String(answer.body["call_id"])}`);
    expect(JSON.stringify(seen.body["cause"])).toContain("storeKey");
  });
});

describe("a call that is not answered", () => {
  it(requirement("domain-pack.answer.timeout"), async () => {
    const conversation = await newConversation();
    shop.play(() => undefined);
    const [write, read] = [
      await gateway.call({ conversation, tool: "book", arguments: { slot: "a" } }),
      await gateway.call({ conversation, tool: "look" }),
    ];
    expect(write.body).toMatchObject({
      outcome: "unknown",
      error: { category: "transient", retryable: true, effect: "unknown" },
    });
    expect((write.body["error"] as { message: string }).message).toMatch(
      /may have completed.*current state before trying again/,
    );
    expect(read.body).toMatchObject({
      outcome: "failed",
      error: { category: "transient", retryable: true, effect: "none" },
    });
  });

  it(requirement("domain-pack.answer.not-reached"), async () => {
    const gone = await startStubAdapter({});
    await gone.close();
    expect(
      (await gateway.connectPack("gone", toPack(gone.origin).replace("domainId: shop", "domainId: gone"), "x")).status,
    ).toBe(201);
    await gateway.converse("rider-gone", { domainId: "gone" });
    const answer = await gateway.call({ conversation: "rider-gone", tool: "gone_book", arguments: { slot: "a" } });
    expect(answer.body).toMatchObject({
      outcome: "failed",
      error: { category: "transient", retryable: true, effect: "none" },
    });
    expect((answer.body["error"] as { message: string }).message).toContain("did not reach");
  });

  it(requirement("domain-pack.answer.never-resent"), async () => {
    const scripts: ((answering: Answering) => void)[] = [
      () => undefined,
      ({ socket }) => void socket.destroy(),
      ({ response }) => void response.writeHead(502).end(),
      ({ response }) => void response.writeHead(503, { "retry-after": "0" }).end(),
      ({ response }) => void response.writeHead(307, { location: `${shop.origin}/v1/tools/execute` }).end(),
    ];
    for (const script of scripts) {
      const conversation = await newConversation();
      shop.play(script);
      const seen = writesSeen();
      const answer = await gateway.call({ conversation, tool: "book", arguments: { slot: "a" } });
      expect(answer.body["outcome"]).toBe("unknown");
      expect(writesSeen()).toBe(seen + 1);
    }
    const seen = writesSeen();
    await setTimeout(1000);
    expect(writesSeen()).toBe(seen);
  });

  it("is found again by an equal call, until the agent has looked", async () => {
    const conversation = await newConversation();
    shop.play(({ request, socket, response }) =>
      JSON.parse(request.body).toolName === "look"
        ? respondJson(response, 200, success("Nothing is booked."))
        : void socket.destroy(),
    );
    const book = () => gateway.call({ conversation, tool: "book", arguments: { slot: "a" } });
    const [first, repeat] = [await book(), await book()];
    expect(repeat.body).toMatchObject({ operation_id: first.body["operation_id"], replayed: true, outcome: "unknown" });
    await gateway.call({ conversation, tool: "look" });
    const afresh = await book();
    expect(afresh.body["operation_id"]).not.toBe(first.body["operation_id"]);
    expect(afresh.body["replayed"]).toBe(false);
  });
});

describe("a read that began before a change got lost", () => {
  it("is no look at what became of it", async () => {
    const conversation = await newConversation();
    let finishLooking = (): void => {};
    shop.play(({ request, socket, response }) => {
      if (JSON.parse(request.body).toolName === "look")
        finishLooking = () => respondJson(response, 200, success("Nothing is booked."));
      else socket.destroy();
    });
    const seen = shop.calls.length;
    const look = gateway.call({ conversation, tool: "look" });
    while (shop.calls.length === seen) await setTimeout(1);
    const book = () => gateway.call({ conversation, tool: "book", arguments: { slot: "a" } });
    const first = await book();
    finishLooking();
    expect((await look).body["outcome"]).toBe("succeeded");
    const repeat = await book();
    expect(repeat.body).toMatchObject({ operation_id: first.body["operation_id"], replayed: true });
  });
});

describe("a pack", () => {
  it(`${requirement("domain-pack.pack.secret-set")} and the answer names what to send`, async () => {
    const { status, body } = await gateway.request("POST", "/v1/connections", {
      body: { name: "no-secret", contract: "domain-pack", pack: toPack(shop.origin) },
    });
    expect([status, body["code"]]).toEqual([400, "invalid_request"]);
    expect(body["detail"]).toContain("SHOP_SECRET");
  });

  it("with faults is refused with every one of them and its line", async () => {
    const pack = toPack(shop.origin).replace("domainId: shop", "domainId: 42").replace("Europe/London", "Mars/Base");
    const { status, body } = await gateway.connectPack("faulty", pack, "x");
    expect([status, body["code"]]).toEqual([422, "invalid_document"]);
    const errors = body["errors"] as { pointer: string; line: number }[];
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(["/domainId", "/partners/0/timezone"]);
    for (const { line } of errors) expect(line).toBeGreaterThan(1);
  });

  it("with one bad tool offers the others and names the bad one", async () => {
    const pack = toPack(shop.origin)
      .replace("domainId: shop", "domainId: half")
      .replace("{ slot: { type: string } }", "{ slot: { type: string, format: hue } }");
    const { status, body } = await gateway.connectPack("half", pack, "x");
    expect(status).toBe(201);
    expect((body["quarantined"] as { name: string }[]).map(({ name }) => name)).toEqual(["book"]);
    expect(JSON.stringify(body["quarantined"])).toContain("hue");
    expect((body["tools"] as { name: string }[]).map(({ name }) => name)).toEqual(["look", "cancel"]);
  });
});
