import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from "./certificate.testdata.ts";

/** A raw server on loopback that keeps what it was sent. */
export interface TestServer {
  readonly port: number;
  readonly origin: string;
  /** Requests in full, as text, in the order they were complete. */
  readonly requests: string[];
  readonly sockets: Set<Socket>;
  /** Connections accepted so far. */
  readonly connectionCount: () => number;
  close(): Promise<void>;
}

/** What the server does with a complete request: it has the socket, the request's text and its number on this connection. */
export type Answer = (socket: Socket, request: string, numberOnSocket: number) => void;

export async function startTestServer(answer: Answer, options: { tls?: boolean } = {}): Promise<TestServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const onSocket = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let received = "";
    let numberOnSocket = 0;
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      for (let end = endOfRequest(received); end !== null; end = endOfRequest(received)) {
        const request = received.slice(0, end);
        received = received.slice(end);
        requests.push(request);
        numberOnSocket += 1;
        answer(socket, request, numberOnSocket);
      }
    });
  };
  const server: Server = options.tls
    ? createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, onSocket)
    : createServer(onSocket);
  server.on("error", () => {});
  const port = await listen(server);
  return {
    port,
    origin: `${options.tls ? "https" : "http"}://127.0.0.1:${port}`,
    requests,
    sockets,
    connectionCount: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function endOfRequest(received: string): number | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const length = Number(/content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0);
  const end = headEnd + 4 + length;
  return received.length >= end ? end : null;
}

export function toReplyText(body: string, head = "HTTP/1.1 200 OK\r\ncontent-type: application/json"): string {
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Gives the port on loopback. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
