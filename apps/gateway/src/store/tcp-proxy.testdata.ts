import { createServer, connect, type Socket } from "node:net";

/** What becomes of bytes on their way: on they go, or nothing arrives any more, or both ends are cut. */
export type Fate = "pass" | "swallow" | "cut";

export interface TcpProxy {
  readonly port: number;
  /** Judges every packet of a client from now on; once swallowed or cut, its link stays so. */
  onRequest(judge: (text: string) => Fate): void;
  onAnswer(judge: (text: string) => Fate): void;
  heal(): void;
  stop(): void;
}

/** Stands between a client and a server on this machine, and does to their link what networks do. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let judgeRequest: (text: string) => Fate = () => "pass";
  let judgeAnswer: (text: string) => Fate = () => "pass";
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, "127.0.0.1");
    relay(client, target, (text) => judgeRequest(text));
    relay(target, client, (text) => judgeAnswer(text));
  });

  function relay(from: Socket, to: Socket, judge: (text: string) => Fate): void {
    sockets.add(from);
    let isSilent = false;
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.on("data", (chunk) => {
      const fate = isSilent ? "swallow" : judge(chunk.toString("latin1"));
      if (fate === "pass") to.write(chunk);
      if (fate === "swallow") isSilent = true;
      if (fate === "cut") {
        from.resetAndDestroy();
        to.resetAndDestroy();
      }
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  return {
    port: address.port,
    onRequest(judge) {
      judgeRequest = judge;
    },
    onAnswer(judge) {
      judgeAnswer = judge;
    },
    heal() {
      judgeRequest = judgeAnswer = () => "pass";
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
