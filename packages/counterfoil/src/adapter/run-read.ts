import type { WireReply } from "../contracts/contract.ts";
import type { ReportFault } from "./faults.ts";
import { runHandler, toAnswer, toHandlerProblem, toTransientReply, TransientFault } from "./run-handler.ts";
import type { ReadyCall } from "./run-handler.ts";

/** Runs a tool that reads. */
export async function runRead<Tx>(ready: ReadyCall<Tx>, reportFault: ReportFault): Promise<WireReply> {
  try {
    return toAnswer(ready, await runHandler(ready, null), null, null).reply;
  } catch (error) {
    if (error instanceof TransientFault) return toTransientReply(ready, error.reply);
    reportFault({ error, traceId: ready.traceId, tool: ready.tool.name });
    throw toHandlerProblem(error);
  }
}
