import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdapterClientOptions, createAdapterClient } from "./adapter-client.ts";
import { parseAllowList } from "./allow-list.ts";
import type { Delivery } from "./delivery.ts";
import { startTestServer, type TestServer, toReplyText } from "./server.testdata.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((socket) => socket.write(toReplyText("{}")));
});
afterAll(() => server.close());

async function send(
  origin: string,
  options: Partial<AdapterClientOptions> & { allowed?: string } = {},
): Promise<Delivery> {
  const list = parseAllowList(options.allowed ?? "");
  const client = createAdapterClient({ allowPrivateOrigins: list.ok ? list.value : [], ...options });
  const request = { method: "GET", path: "/", headers: {}, body: new Uint8Array() } as const;
  const delivery = await client.send({ origin, request, attemptHeaders: {}, mutating: false, timeoutMs: 1000 });
  await client.close();
  return delivery;
}

const REFUSED = { kind: "lost", phase: "before_send", reason: "refused_address" };

/** Every spelling ends at a place that is not public; `PORT` is where the server of this test listens. */
const BLOCKED_HOSTS = `
  127.0.0.1 127.1 127.0.1 127.0.0.1. 127.255.255.254 0.0.0.0 0 0.1.2.3 2130706433 0x7f000001 0x7f.1
  0x7F.0x0.0x0.0x1 0177.0.0.1 017700000001 0177.1 127.0x1 0000177.1 １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 10.0.0.1
  10.1 0xa.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 3232235521 0xc0a80001 169.254.169.254 2852039166
  0xa9fea9fe 0251.0376.0251.0376 169.254.43518 100.64.0.1 100.127.255.255 192.0.0.8 192.0.2.1 198.18.0.1
  198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295 [::] [::1]
  [0:0:0:0:0:0:0:1] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1]
  [::FFFF:169.254.169.254] [::ffff:0:127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:7f00:1::] [fe80::1] [febf::1] [fc00::1] [fd00:ec2::254]
  [fec0::1] [ff02::1] [2001:db8::1] [100::1] [4000::1] localhost localhost. LOCALHOST
`
  .trim()
  .split(/\s+/);

describe("addresses that are not public", () => {
  test("there are enough of them to mean something", () => {
    expect(new Set(BLOCKED_HOSTS).size).toBeGreaterThanOrEqual(60);
  });

  test.each(BLOCKED_HOSTS)("%s is never connected to", async (host) => {
    for (const scheme of ["http", "https"]) {
      expect(await send(`${scheme}://${host}:${server.port}`)).toMatchObject(REFUSED);
    }
    expect(server.connectionCount()).toBe(0);
  });

  test.each([
    ["a private answer", ["127.0.0.1"]],
    ["a public and a private one", ["93.184.216.34", "127.0.0.1"]],
    ["an IPv4 public and an IPv6 private one", ["93.184.216.34", "::1"]],
    ["a mapped one", ["::ffff:127.0.0.1"]],
    ["an answer that is no address", ["93.184.216.34", "localhost"]],
    ["a decimal one", ["2130706433"]],
  ])("a name with %s", async (_name, addresses) => {
    const origin = `https://adapter.example.test:${server.port}`;
    expect(await send(origin, { lookup: async () => addresses })).toMatchObject(REFUSED);
    expect(server.connectionCount()).toBe(0);
  });

  test("plain http to a public address that nobody allowed", async () => {
    expect(await send("http://93.184.216.34")).toMatchObject(REFUSED);
  });
});

describe("a name that changes its answer", () => {
  test("is looked up once, and what was checked is what is connected to", async () => {
    let lookups = 0;
    const lookup = async () => {
      lookups += 1;
      return lookups === 1 ? ["127.0.0.1"] : ["10.255.255.1"];
    };
    const delivery = await send(`http://adapter.example.test:${server.port}`, { allowed: "127.0.0.1", lookup });
    expect(delivery).toMatchObject({ kind: "replied" });
    expect(lookups).toBe(1);
  });

  test("is refused once the answer is private, although it was public before", async () => {
    const before = server.connectionCount();
    const answers = [["127.0.0.2"], ["127.0.0.1"]];
    const lookup = async () => answers.shift() ?? [];
    const list = parseAllowList("127.0.0.2");
    const client = createAdapterClient({ allowPrivateOrigins: list.ok ? list.value : [], lookup });
    const request = { method: "POST", path: "/", headers: {}, body: new Uint8Array() } as const;
    const origin = `http://adapter.example.test:${server.port}`;
    const params = { origin, request, attemptHeaders: {}, mutating: true, timeoutMs: 1000 };
    expect(await client.send(params)).toMatchObject({ reason: "connect" });
    expect(await client.send(params)).toMatchObject(REFUSED);
    expect(server.connectionCount()).toBe(before);
    await client.close();
  });
});

describe("what the operator allows", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.0/8", "127.1"],
    ["localhost", "localhost."],
    ["127.0.0.1", "0x7f.1"],
  ])("%s lets %s through", async (allowed, host) => {
    expect(await send(`http://${host}:${server.port}`, { allowed })).toMatchObject({ kind: "replied" });
  });

  test("one port does not open the others", async () => {
    expect(await send(`http://127.0.0.1:${server.port}`, { allowed: "127.0.0.1:1" })).toMatchObject(REFUSED);
  });
});

test("callers of one name at one time share its look-up", async () => {
  let lookups = 0;
  const lookup = async () => {
    lookups += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    return ["127.0.0.1"];
  };
  const list = parseAllowList("127.0.0.1");
  const client = createAdapterClient({ allowPrivateOrigins: list.ok ? list.value : [], lookup });
  const request = { method: "POST", path: "/", headers: {}, body: new Uint8Array() } as const;
  const origin = `http://adapter.example.test:${server.port}`;
  const send10 = Array.from({ length: 10 }, () =>
    client.send({ origin, request, attemptHeaders: {}, mutating: true, timeoutMs: 1000 }),
  );
  expect((await Promise.all(send10)).every(({ kind }) => kind === "replied")).toBe(true);
  expect(lookups).toBe(1);
  await client.close();
});
