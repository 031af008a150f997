import { gzipSync } from "node:zlib";
import { createServer } from "node:net";
import type { WireRequest } from "counterfoil/contracts";
import { afterEach, describe, expect, test } from "vitest";
import {
  type AdapterClient,
  type AdapterClientOptions,
  createAdapterClient,
  type SendParams,
} from "./adapter-client.ts";
import { parseAllowList } from "./allow-list.ts";
import { TEST_CERTIFICATE } from "./certificate.testdata.ts";
import type { Delivery } from "./delivery.ts";
import { type Answer, listen, startTestServer, type TestServer, toReplyText } from "./server.testdata.ts";

const LOOPBACK = parse("127.0.0.0/8, localhost");
const CALL: WireRequest = {
  method: "POST",
  path: "/tools/request.create",
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"arguments":{}}'),
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

describe("a reply", () => {
  test("comes back whole, with the headers that were sent", async () => {
    const server = await start((socket) => socket.write(toReplyText('{"status":"succeeded"}')));
    const delivery = await send(server, { attemptHeaders: { authorization: "Bearer token" } });
    expect(toText(delivery)).toBe('{"status":"succeeded"}');
    expect(delivery).toMatchObject({
      kind: "replied",
      reply: { status: 200, headers: { "content-type": "application/json" } },
    });
    const [head, body] = server.requests[0]!.split("\r\n\r\n");
    expect(head).toMatch(/^POST \/tools\/request\.create HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/);
    expect(head).toContain("authorization: Bearer token");
    expect(head).toContain("accept-encoding: identity");
    expect(body).toBe('{"arguments":{}}');
  });

  test.each([
    ["HTML", "HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html", "<h1>Bad gateway</h1>", 502],
    ["a refusal of the credential", "HTTP/1.1 401 Unauthorized", "", 401],
  ])("may be %s: judging it is not the client's work", async (_name, head, body, status) => {
    const server = await start((socket) => socket.write(toReplyText(body, head)));
    expect(await send(server)).toMatchObject({ kind: "replied", reply: { status } });
  });

  test("joins lines of one name, so that nothing is chosen in silence", async () => {
    const head = "HTTP/1.1 503 Unavailable\r\nRetry-After: 1\r\nRetry-After: 120";
    const server = await start((socket) => socket.write(toReplyText("", head)));
    expect(await send(server)).toMatchObject({ reply: { headers: { "retry-after": "1, 120" } } });
  });

  test("passes early hints by", async () => {
    const server = await start((socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
      socket.write(toReplyText("{}"));
    });
    expect(toText(await send(server))).toBe("{}");
  });

  test.each([301, 302, 303, 307, 308])("with status %i is not followed", async (status) => {
    const target = await start((socket) => socket.write(toReplyText("{}")));
    const head = `HTTP/1.1 ${status} Moved\r\nlocation: ${target.origin}/tools/x`;
    const server = await start((socket) => socket.write(toReplyText("", head)));
    expect(await send(server)).toMatchObject({ kind: "replied", reply: { status } });
    expect(target.connectionCount()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

describe("before a byte is sent", () => {
  test("a port nobody listens on", async () => {
    const server = await start(() => {});
    await server.close();
    expect(await send(server)).toMatchObject({ kind: "lost", phase: "before_send", reason: "connect" });
  });

  test("a name without an address", async () => {
    const client = connect({ lookup: () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })) });
    const delivery = await client.send(call({ origin: "https://gone.example.test" }));
    expect(delivery).toMatchObject({ phase: "before_send", reason: "dns" });
    expect(delivery).toHaveProperty("detail", expect.stringContaining("ENOTFOUND"));
  });

  test("a name server that never answers ends at the deadline", async () => {
    const client = connect({ lookup: () => new Promise(() => {}) });
    const { delivery, elapsedMs } = await timed(
      client.send(call({ origin: "https://slow.example.test", timeoutMs: 100 })),
    );
    expect(delivery).toMatchObject({ phase: "before_send", reason: "timeout" });
    expect(elapsedMs).toBeLessThan(350);
  });

  test("a certificate that nobody vouches for", async () => {
    const server = await start(() => {}, { tls: true });
    const delivery = await send(server);
    expect(delivery).toMatchObject({ phase: "before_send", reason: "tls" });
    expect(server.requests).toEqual([]);
  });

  test("a certificate for another name", async () => {
    const server = await start(() => {}, { tls: true });
    const client = connect({
      allowPrivateOrigins: parse("127.0.0.1"),
      certificateAuthorities: [TEST_CERTIFICATE],
      lookup: async () => ["127.0.0.1"],
    });
    const delivery = await client.send(call({ origin: `https://other.test:${server.port}` }));
    expect(delivery).toMatchObject({ phase: "before_send", reason: "tls" });
  });

  test("an environment that turns verification off changes nothing", async () => {
    const server = await start(() => {}, { tls: true });
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect(await send(server)).toMatchObject({ phase: "before_send", reason: "tls" });
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });

  test("a TLS handshake that never ends", async () => {
    const server = await listenSilently();
    const delivery = await connect().send(call({ origin: `https://127.0.0.1:${server.port}`, timeoutMs: 100 }));
    expect(delivery).toMatchObject({ phase: "before_send", reason: "timeout" });
  });

  test("proxies of the environment are ignored", async () => {
    const proxy = await start((socket) => socket.write(toReplyText("{}")));
    process.env["HTTP_PROXY"] = proxy.origin;
    try {
      const server = await start((socket) => socket.write(toReplyText("{}")));
      expect(await send(server)).toMatchObject({ kind: "replied" });
      expect(proxy.connectionCount()).toBe(0);
    } finally {
      delete process.env["HTTP_PROXY"];
    }
  });

  test.each([
    ["CANARY-7f3a\r\nX-A: 1", "12"],
    ["CANARY-7f3a\n", "12"],
    ["CANARY—7f3a", "7"],
    ["CANARY-7f3a\0", "12"],
  ])("a header value that would break the request: %j", async (value, position) => {
    const server = await start(() => {});
    const delivery = await send(server, { attemptHeaders: { authorization: value } });
    expect(delivery).toMatchObject({ phase: "before_send", reason: "bad_headers" });
    expect(delivery).toHaveProperty("detail", expect.stringContaining(`position ${position}`));
    expect(JSON.stringify(delivery)).not.toContain("CANARY");
    expect(server.connectionCount()).toBe(0);
  });

  test.each<[string, Partial<SendParams>]>([
    ["padding", { attemptHeaders: { authorization: " CANARY" } }],
    ["a length of its own", { attemptHeaders: { "content-length": "3" } }],
    ["another host", { attemptHeaders: { host: "internal" } }],
    ["a name with a colon", { attemptHeaders: { "x:y": "1" } }],
    ["an absolute path", { request: { ...CALL, path: "http://127.0.0.1/x" } }],
    ["a path with a line break", { request: { ...CALL, path: "/a\r\nb: c" } }],
    ["an origin with a path", { origin: "https://adapter.test/path" }],
  ])("%s", async (_name, params) => {
    const server = await start(() => {});
    expect(await send(server, params)).toMatchObject({ phase: "before_send", reason: "bad_headers" });
    expect(server.connectionCount()).toBe(0);
  });

  test("a full queue, and a place in it that does not come free in time", async () => {
    const server = await start(() => {});
    const client = connect({ maxConnectionsPerOrigin: 1, maxWaitingPerOrigin: 1 });
    const first = client.send(call({ origin: server.origin, timeoutMs: 300 }));
    const second = client.send(call({ origin: server.origin, timeoutMs: 100 }));
    const third = client.send(call({ origin: server.origin, timeoutMs: 100 }));
    expect(await third).toMatchObject({ phase: "before_send", reason: "busy" });
    expect(await second).toMatchObject({ phase: "before_send", reason: "timeout" });
    expect(await first).toMatchObject({ phase: "after_send", reason: "timeout" });
    expect(server.requests).toHaveLength(1);
  });

  test("a client that is closed", async () => {
    const server = await start(() => {});
    const client = connect();
    await client.close();
    expect(await client.send(call({ origin: server.origin }))).toMatchObject({
      phase: "before_send",
      reason: "closed",
    });
  });
});

describe("after the request was sent", () => {
  const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

  test.each<[string, Answer, Partial<Delivery>]>([
    ["silence", () => {}, { phase: "after_send", reason: "timeout" }],
    ["half a head", (socket) => socket.write("HTTP/1.1 200 OK\r\nconte"), { phase: "after_send", reason: "timeout" }],
    [
      "a stalled body",
      (socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{"half":`),
      { phase: "after_headers", reason: "timeout" },
    ],
    [
      "a stalled error",
      (socket) => socket.write("HTTP/1.1 500 Oh\r\ncontent-length: 9\r\n\r\n{"),
      { phase: "after_headers", reason: "timeout" },
    ],
    [
      "a dripping body",
      (socket) => drip(socket, `${HEAD}transfer-encoding: chunked\r\n\r\n`, "1\r\n{\r\n"),
      { phase: "after_headers", reason: "timeout" },
    ],
    ["dripping headers", (socket) => drip(socket, HEAD, "x-a: b\r\n"), { phase: "after_send", reason: "timeout" }],
    [
      "early hints without end",
      (socket) => drip(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
      { phase: "after_send", reason: "timeout" },
    ],
    [
      "100 Continue without end",
      (socket) => drip(socket, "", "HTTP/1.1 100 Continue\r\n\r\n"),
      { phase: "after_send", reason: "bad_reply" },
    ],
    ["a closed connection", (socket) => socket.destroy(), { phase: "after_send", reason: "reset" }],
    ["a reset", (socket) => socket.resetAndDestroy(), { phase: "after_send", reason: "reset" }],
    [
      "half a body",
      (socket) => socket.end(`${HEAD}content-length: 100\r\n\r\n{"half":`),
      { phase: "after_headers", reason: "reset" },
    ],
    [
      "half a chunked body",
      (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"a":`),
      { phase: "after_headers", reason: "reset" },
    ],
    [
      "no HTTP at all",
      (socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"),
      { phase: "after_send", reason: "bad_reply" },
    ],
    [
      "an upgrade nobody asked for",
      (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      { phase: "after_send", reason: "bad_reply" },
    ],
    [
      "64 KiB of headers",
      (socket) => socket.write(`${HEAD}x-big: ${"a".repeat(65_536)}\r\n\r\n`),
      { phase: "after_send", reason: "bad_reply" },
    ],
    [
      "two lengths",
      (socket) => socket.write(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `),
      { phase: "after_send", reason: "bad_reply" },
    ],
    [
      "10 MiB announced",
      (socket) => socket.write(`${HEAD}content-length: 10485760\r\n\r\n`),
      { phase: "after_headers", reason: "too_large" },
    ],
    ["10 MiB in chunks", flood, { phase: "after_headers", reason: "too_large" }],
    [
      "gzip",
      (socket) =>
        socket.write(
          Buffer.concat([Buffer.from(`${HEAD}content-encoding: gzip\r\ncontent-length: 22\r\n\r\n`), gzipSync("{}")]),
        ),
      { phase: "after_headers", reason: "bad_encoding" },
    ],
    [
      "gzip said of plain text",
      (socket) => socket.write(toReplyText("{}", `${HEAD}Content-Encoding: GZIP`)),
      { phase: "after_headers", reason: "bad_encoding" },
    ],
    [
      "brotli twice",
      (socket) => socket.write(toReplyText("{}", `${HEAD}content-encoding: br, br`)),
      { phase: "after_headers", reason: "bad_encoding" },
    ],
    [
      "gzip as transfer coding",
      (socket) => socket.write(`${HEAD}transfer-encoding: gzip, chunked\r\n\r\n`),
      { phase: "after_headers", reason: "bad_encoding" },
    ],
  ])("%s ends by the deadline, once, with the socket closed", async (_name, answer, expected) => {
    const server = await start(answer);
    const { delivery, elapsedMs } = await timed(send(server, { timeoutMs: 250 }));
    expect(delivery).toMatchObject({ kind: "lost", ...expected });
    expect(elapsedMs).toBeLessThan(500);
    await eventually(() => server.sockets.size === 0);
    expect(server.requests).toHaveLength(1);
  });

  test("the time limit holds from one to ten thousand milliseconds", async () => {
    const server = await start((socket) => setTimeout(() => socket.write(toReplyText("{}")), 100));
    expect(await send(server, { timeoutMs: 1 })).toMatchObject({ kind: "lost", reason: "timeout" });
    expect(await send(server, { timeoutMs: 10_000 })).toMatchObject({ kind: "replied" });
  });

  test("the reply limit is exact", async () => {
    const server = await start((socket) => socket.write(toReplyText("x".repeat(100))));
    expect(await send(server, { maxReplyBytes: 100 })).toMatchObject({ kind: "replied" });
    expect(await send(server, { maxReplyBytes: 99 })).toMatchObject({ kind: "lost", reason: "too_large" });
  });

  test("identity is an encoding like none", async () => {
    const server = await start((socket) => socket.write(toReplyText("{}", `${HEAD}content-encoding: identity`)));
    expect(toText(await send(server))).toBe("{}");
  });

  test("phases are told in order as they are reached", async () => {
    const server = await start((socket) => socket.write(toReplyText("{}")));
    const phases: string[] = [];
    await send(server, { onPhase: (phase) => phases.push(`${phase}:${server.requests.length}`) });
    expect(phases).toEqual(["after_send:0", "after_headers:1"]);
  });

  test("no detail holds what was sent or received", async () => {
    const secret = "CANARY-7f3a";
    const answers: Answer[] = [
      (socket) => socket.write(`${secret} +12025550142\r\n`),
      (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 99\r\nx-${secret}: 1\r\n\r\n${secret}`),
      (socket, request) => socket.end(request),
    ];
    for (const answer of answers) {
      const server = await start(answer);
      const delivery = await send(server, { attemptHeaders: { authorization: `Bearer ${secret}` }, timeoutMs: 250 });
      expect(delivery.kind).toBe("lost");
      expect(JSON.stringify(delivery)).not.toMatch(/CANARY|2025550142/);
    }
  });
});

describe("connections", () => {
  test("200 stalled calls at once all end in time and leave nothing behind", async () => {
    const server = await start(() => {});
    const client = connect();
    const baseline = countHandles();
    const started = Date.now();
    const deliveries = await Promise.all(
      Array.from({ length: 200 }, () => client.send(call({ origin: server.origin, timeoutMs: 300 }))),
    );
    expect(Date.now() - started).toBeLessThan(800);
    expect(deliveries.every((delivery) => delivery.kind === "lost" && delivery.reason === "timeout")).toBe(true);
    // Nothing that reached the adapter is said not to have been sent.
    const sent = deliveries.filter((delivery) => delivery.kind === "lost" && delivery.phase === "after_send");
    expect(sent.length).toBeGreaterThanOrEqual(server.requests.length);
    expect(sent.length).toBeLessThan(200);
    await eventually(() => countHandles() <= baseline);
  });

  test("a waiting call takes the place that comes free", async () => {
    const server = await start((socket) => setTimeout(() => socket.write(toReplyText("{}")), 20));
    const client = connect({ maxConnectionsPerOrigin: 2 });
    const sends = Array.from({ length: 8 }, () => client.send(call({ origin: server.origin, mutating: false })));
    expect((await Promise.all(sends)).every((delivery) => delivery.kind === "replied")).toBe(true);
    expect(server.connectionCount()).toBe(2);
  });

  test("a change that times out is never sent again", async () => {
    let effects = 0;
    const server = await start((socket) => {
      effects += 1;
      setTimeout(() => socket.write(toReplyText("{}")), 400);
    });
    expect(await send(server, { timeoutMs: 150 })).toMatchObject({ phase: "after_send", reason: "timeout" });
    await pause(600);
    expect({ effects, requests: server.requests.length }).toEqual({ effects: 1, requests: 1 });
  });

  test("a change always has a socket of its own, so a stale one cannot swallow it", async () => {
    const server = await start((socket, _request, number) => {
      if (number > 1) socket.destroy();
      else socket.write(toReplyText("{}"));
    });
    const client = connect();
    for (let round = 0; round < 3; round += 1) {
      expect(await client.send(call({ origin: server.origin }))).toMatchObject({ kind: "replied" });
    }
    expect([server.connectionCount(), server.requests.length]).toEqual([3, 3]);
  });

  test("a change whose adapter reads it and dies is written once", async () => {
    const server = await start((socket) => socket.destroy());
    expect(await send(server)).toMatchObject({ phase: "after_send", reason: "reset" });
    await pause(50);
    expect(server.requests).toHaveLength(1);
  });

  test("reads share a socket, and are asked once more when it turns out dead", async () => {
    const server = await start((socket, _request, number) => {
      if (number > 2) socket.destroy();
      else socket.write(toReplyText("{}"));
    });
    const client = connect();
    const read = call({ origin: server.origin, mutating: false });
    for (let round = 0; round < 4; round += 1) expect(await client.send(read)).toMatchObject({ kind: "replied" });
    expect([server.connectionCount(), server.requests.length]).toEqual([2, 5]);
  });

  test("reads at the very end of the adapter's idle time meet no bare reset", async () => {
    const server = await start((socket) => {
      socket.write(toReplyText("{}"));
      socket.setTimeout(30, () => socket.destroy());
    });
    const client = connect();
    const read = call({ origin: server.origin, mutating: false });
    for (let round = 0; round < 60; round += 1) {
      expect(await client.send(read)).toMatchObject({ kind: "replied" });
      await pause(25 + (round % 8));
    }
  });

  test("a read that dies on a new socket is not repeated", async () => {
    const server = await start((socket) => socket.destroy());
    expect(await send(server, { mutating: false })).toMatchObject({ phase: "after_send", reason: "reset" });
    expect(server.requests).toHaveLength(1);
  });

  test("one request at a time goes over a socket", async () => {
    let running = 0;
    const server = await start((socket) => {
      running += 1;
      expect(running).toBe(1);
      setTimeout(() => {
        running -= 1;
        socket.write(toReplyText("{}"));
      }, 10);
    });
    const client = connect({ maxConnectionsPerOrigin: 1 });
    const sends = Array.from({ length: 5 }, () => client.send(call({ origin: server.origin, mutating: false })));
    expect((await Promise.all(sends)).map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => "replied"));
  });

  test("closing waits for what is under way and closes idle sockets", async () => {
    const server = await start((socket) => setTimeout(() => socket.write(toReplyText("{}")), 100));
    const client = connect();
    const sent = client.send(call({ origin: server.origin }));
    await client.close();
    expect(await sent).toMatchObject({ kind: "replied" });
    await eventually(() => server.sockets.size === 0);
  });

  test("TLS works by name and by address, verified", async () => {
    const server = await start((socket) => socket.write(toReplyText("{}")), { tls: true });
    const client = connect({ certificateAuthorities: [TEST_CERTIFICATE], lookup: async () => ["127.0.0.1"] });
    for (const host of ["adapter.test", "127.0.0.1", "adapter.test"]) {
      const delivery = await client.send(call({ origin: `https://${host}:${server.port}` }));
      expect(toText(delivery)).toBe("{}");
    }
  });
});

function parse(text: string) {
  const result = parseAllowList(text);
  if (!result.ok) throw new Error(result.faults[0]?.message);
  return result.value;
}

async function start(answer: Answer, options: { tls?: boolean } = {}): Promise<TestServer> {
  const server = await startTestServer(answer, options);
  open.push(server);
  return server;
}

function connect(options: Partial<AdapterClientOptions> = {}): AdapterClient {
  const client = createAdapterClient({ allowPrivateOrigins: LOOPBACK, ...options });
  open.unshift(client);
  return client;
}

function call(params: Partial<SendParams> & { origin: string }): SendParams {
  return { request: CALL, attemptHeaders: {}, mutating: true, timeoutMs: 2000, ...params };
}

function send(server: TestServer, params: Partial<SendParams> = {}): Promise<Delivery> {
  return connect().send(call({ origin: server.origin, ...params }));
}

async function listenSilently(): Promise<{ port: number }> {
  const server = createServer((socket) => socket.on("error", () => {}).resume());
  const port = await listen(server);
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  });
  return { port };
}

function toText(delivery: Delivery): string {
  return delivery.kind === "replied" ? Buffer.from(delivery.reply.body).toString() : JSON.stringify(delivery);
}

async function timed(running: Promise<Delivery>): Promise<{ delivery: Delivery; elapsedMs: number }> {
  const started = performance.now();
  return { delivery: await running, elapsedMs: performance.now() - started };
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

async function eventually(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 100 && !holds(); round += 1) await pause(10);
  expect(holds()).toBe(true);
}

function countHandles(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout/.test(name)).length;
}

function drip(socket: Parameters<Answer>[0], head: string, piece: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), 40);
  socket.on("close", () => clearInterval(timer));
}

function flood(socket: Parameters<Answer>[0]): void {
  socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  for (let count = 0; count < 160 && !socket.destroyed; count += 1) socket.write(chunk);
}
