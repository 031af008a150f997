import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openDesk, read, toCall, TOKEN } from "./adapter.testdata.ts";
import { serve } from "./node.ts";

async function send(origin: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { method, headers } = request;
  return fetch(origin + pathname, { method, headers, body: method === "GET" ? null : await request.arrayBuffer() });
}

it("serves what the adapter answers over a socket", async () => {
  const { adapter, changes, close } = openDesk("sqlite");
  const server = await serve(adapter, { port: 0 });
  const first = await read(await send(server.origin, toCall()));
  const again = await read(await send(server.origin, toCall()));
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect(changes()).toEqual(["brake-service"]);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const manifest = await fetch(`${server.origin}/.well-known/agent-provider`, { method: "HEAD", headers });
  expect([manifest.status, await manifest.text()]).toEqual([200, ""]);
  await server.close();
  await close();
});

it("answers a body that is too large before it has all come", async () => {
  const { adapter } = openDesk("memory");
  const server = await serve(adapter, { port: 0 });
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  const head = [
    `authorization: Bearer ${TOKEN}`,
    "content-type: application/json",
    "host: desk",
    "transfer-encoding: chunked",
  ];
  socket.write(`POST /tools/request.create HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  for (let sent = 0; sent < 8; sent += 1) socket.write(chunk);
  const answer = await new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer.toLowerCase()).toContain("connection: close");
  socket.destroy();
  await server.close();
});

it("answers a request that names the whole URL, as proxies send it", async () => {
  const { adapter } = openDesk("memory");
  const server = await serve(adapter, { port: 0 });
  const { port } = new URL(server.origin);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    const path = "http://desk.test/.well-known/agent-provider";
    socket.write(`GET ${path} HTTP/1.1\r\nhost: desk.test\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  await server.close();
});

it("finishes the calls under way before it closes", async () => {
  const { adapter, changes, close } = openDesk("sqlite");
  const server = await serve(adapter, { port: 0 });
  const slow = send(server.origin, toCall({ arguments: { service: "x", mode: "slow" } }));
  await sleep(200);
  const closing = server.close();
  const answer = await slow;
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  await closing;
  await expect(send(server.origin, toCall())).rejects.toThrow("fetch failed");
  expect(changes()).toEqual(["x"]);
  await close();
});

it("rejects when the port is taken", async () => {
  const { adapter } = openDesk("memory");
  const server = await serve(adapter, { port: 0 });
  await expect(serve(adapter, { port: Number(new URL(server.origin).port) })).rejects.toThrow("EADDRINUSE");
  await server.close();
});
