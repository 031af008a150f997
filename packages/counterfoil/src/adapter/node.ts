import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Adapter } from "./create-adapter.ts";

export interface ServeOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** `127.0.0.1` unless said. */
  readonly host?: string;
}

export interface RunningServer {
  readonly origin: string;
  /** Takes no more requests, lets those under way finish, then closes the adapter. */
  close(): Promise<void>;
}

/** Serves an adapter over HTTP on Node. Rejects when the address cannot be listened on. */
export async function serve(adapter: Pick<Adapter, "fetch" | "close">, options: ServeOptions): Promise<RunningServer> {
  const { port, host = "127.0.0.1" } = options;
  const server = createServer((message, response) => {
    answer(adapter, server, message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return { origin: toOrigin(server, host), close: () => close(server, adapter) };
}

async function answer(
  adapter: Pick<Adapter, "fetch">,
  server: Server,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await adapter.fetch(toRequest(message));
  const body = new Uint8Array(await reply.arrayBuffer());
  // A body that was not read to its end, or a server that is closing, leaves no connection to go on with.
  const goesOn = message.complete && server.listening;
  response.writeHead(reply.status, {
    ...Object.fromEntries(reply.headers),
    ...(goesOn ? {} : { connection: "close" }),
  });
  response.end(body);
}

function toRequest(message: IncomingMessage): Request {
  const { method = "GET", url = "/" } = message;
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const isBodiless = method === "GET" || method === "HEAD";
  // Proxies may send the whole URL (RFC 9112 §3.2.2); a path that starts with `//` names no host.
  const target = url.startsWith("/") ? `http://adapter${url}` : new URL(url, "http://adapter");
  return new Request(target, {
    method,
    headers,
    body: isBodiless ? null : Readable.toWeb(message),
    duplex: "half",
  });
}

function toOrigin(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function close(server: Server, adapter: Pick<Adapter, "close">): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await adapter.close();
}
