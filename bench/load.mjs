import { once } from "node:events";
import { connect } from "node:net";

/**
 * Calls a server for `seconds` over `connections` keep-alive sockets, each with one request under way at a time.
 *
 * Written on bare sockets, so that the client costs far less than what it measures and times single calls in microseconds. The first
 * reply that is not a 200 with `expected` in it ends the run: a fast wrong answer is not a result.
 *
 * @param {{ origin: string, toRequest: () => string, expected: string, connections: number, seconds: number }} params
 * @returns {Promise<{ calls: number, elapsedMs: number, latenciesMs: number[] }>}
 */
export async function drive({ origin, toRequest, expected, connections, seconds }) {
  const { hostname, port } = new URL(origin);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  const latenciesMs = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  try {
    await Promise.all(
      sockets.map(async (socket) => {
        const exchange = createExchange(socket, expected);
        while (performance.now() < endsAt) {
          const sentAt = performance.now();
          await exchange(toRequest());
          latenciesMs.push(performance.now() - sentAt);
        }
      }),
    );
    return { calls: latenciesMs.length, elapsedMs: performance.now() - startedAt, latenciesMs };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Renders a request whole; its texts are ASCII. */
export function renderRequest(path, headers, body) {
  const lines = Object.entries({ host: "127.0.0.1", "content-type": "application/json", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `POST ${path} HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;
}

async function open(host, port) {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, "connect");
  return socket;
}

function createExchange(socket, expected) {
  let received = "";
  let pending = null;
  const fail = (why) => pending?.reject(new Error(why));
  socket.setEncoding("latin1");
  socket.on("error", (error) => fail(`The connection broke: ${error.message}`));
  socket.on("close", () => fail("The server closed the connection while a call was under way."));
  socket.on("data", (text) => {
    received += text;
    if (!isComplete(received)) return;
    const reply = received;
    received = "";
    if (reply.startsWith("HTTP/1.1 200 ") && reply.includes(expected)) pending.resolve();
    else fail(`Expected a 200 with ${expected} but got:\n${reply.slice(0, 2000)}`);
  });
  return (request) =>
    new Promise((resolve, reject) => {
      pending = { resolve, reject };
      socket.write(request, "latin1");
    });
}

function isComplete(reply) {
  const headEnd = reply.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(reply);
  if (length !== null && length.index < headEnd) return reply.length >= headEnd + 4 + Number(length[1]);
  return reply.endsWith("\r\n0\r\n\r\n");
}
