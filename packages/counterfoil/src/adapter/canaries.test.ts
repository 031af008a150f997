import { describe, expect, it, vi } from "vitest";
import {
  openDesk,
  PRIVATE_TEXT,
  read,
  SECRET,
  STORES,
  toCall,
  toExecute,
  toLookup,
  TOKEN,
} from "./adapter.testdata.ts";
import { HandlerReplyError, printFault } from "./faults.ts";

const CANARIES = [TOKEN, SECRET, PRIVATE_TEXT, "CANARY", "12025550143", "at request"];
const COPIES = CANARIES.flatMap((canary) => [
  canary,
  encodeURIComponent(canary),
  btoa(canary),
  btoa(`Bearer ${canary}`),
]);

describe("what an adapter answers", () => {
  it.each(STORES)("holds no credential and no word of a handler's error, over %s receipts", async (store) => {
    const { adapter, faults, close } = openDesk(store);
    const requests = [
      toCall({ headers: { authorization: `Bearer ${TOKEN}x` } }),
      toCall({ body: `${PRIVATE_TEXT} {` }),
      toCall({ arguments: { service: "x", mode: "throw" } }),
      toCall({ arguments: { service: "x", mode: "bad-evidence" } }),
      toCall({ tool: "request.status", arguments: { reference: "R-1", mode: "throw" } }),
      toCall({ tool: "request.status", arguments: { reference: "R-1", mode: "bad-evidence" } }),
      toExecute("request.status", { reference: "R-1", mode: "throw" }),
      toExecute("request.create", { service: "x", mode: "throw" }),
      toExecute("request.create", { service: "x" }, { headers: { "x-api-key": `${SECRET}x` } }),
      toLookup(),
      new Request(`http://desk.test/elsewhere?key=${TOKEN}`),
    ];
    for (const request of requests) {
      const { status, text, headers } = await read(await adapter.fetch(request));
      expect(status).toBeGreaterThanOrEqual(400);
      for (const copy of COPIES) expect(text + JSON.stringify(headers)).not.toContain(copy);
    }
    expect(faults).toHaveLength(6);
    await close();
  });

  it("goes to the operator's log as one line without contents", () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    printFault({ error: new TypeError(PRIVATE_TEXT), traceId: "0af7", tool: "request.create" });
    printFault({ error: new Error(`Unknown:\n    at CANARY (street 5)`), traceId: "0af6", tool: "request.create" });
    printFault({ error: PRIVATE_TEXT, traceId: "0af8", tool: null });
    printFault({
      error: new HandlerReplyError([{ pointer: "/data", message: "Send null." }]),
      traceId: "0af9",
      tool: "x",
    });
    const lines = write.mock.calls.map(([line]) => String(line));
    write.mockRestore();
    expect(lines).toEqual([
      expect.stringMatching(/^counterfoil: request\.create failed, trace 0af7: TypeError at .+\n$/),
      expect.stringMatching(/^counterfoil: request\.create failed, trace 0af6: Error at .+\n$/),
      expect.stringMatching(/^counterfoil: request failed, trace 0af8: string .*\n$/),
      expect.stringMatching(/^counterfoil: x failed, trace 0af9: \/data: Send null\. .*\n$/),
    ]);
    expect(lines.join("")).not.toContain("CANARY");
  });
});
