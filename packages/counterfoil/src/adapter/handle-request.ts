import type { AdapterRoute, Contract, IncomingCall, WireReply } from "../contracts/contract.ts";
import { encodeProblem } from "../contracts/problem.ts";
import { ProblemError } from "../core/error.ts";
import type { AdapterRequest } from "./adapter-request.ts";
import { toProblem } from "./faults.ts";
import { handleCall } from "./handle-call.ts";
import { handleManifest } from "./handle-manifest.ts";
import { handleReceipt } from "./handle-receipt.ts";
import type { ServedAdapter } from "./served-adapter.ts";

/** Answers any request: by the contract whose door it knocks at. Never rejects. */
export async function handleRequest<Tx>(adapter: ServedAdapter<Tx>, request: AdapterRequest): Promise<WireReply> {
  for (const contract of adapter.contracts) {
    const route = contract.route(request.method, request.path);
    if (route !== null) return handleRoute(adapter, contract, route, request);
  }
  const problem = new ProblemError("not_found", "There is nothing at this path");
  return encodeProblem(problem, request.traceId);
}

async function handleRoute<Tx>(
  adapter: ServedAdapter<Tx>,
  contract: Contract,
  route: AdapterRoute,
  request: AdapterRequest,
): Promise<WireReply> {
  let call: IncomingCall | null = null;
  try {
    if (route.kind === "wrong-method") return refuseMethod(route.allow, request.traceId);
    if (route.kind === "manifest") return handleManifest(adapter, contract, request);
    if (route.kind !== "call") return await handleReceipt(adapter, contract, route, request);
    return await handleCall(adapter, contract, route, request, (read) => {
      call = read;
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) adapter.reportFault({ error, traceId: request.traceId, tool: null });
    return contract.encodeProblem(toProblem(error), call, request.traceId);
  }
}

function refuseMethod(allow: "GET" | "POST", traceId: string): WireReply {
  const problem = new ProblemError("method_not_allowed", `Use ${allow} here`);
  const reply = encodeProblem(problem, traceId);
  return { ...reply, headers: { ...reply.headers, allow: allow === "GET" ? "GET, HEAD" : allow } };
}
