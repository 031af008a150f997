import { ProblemError } from "counterfoil/core";
import type { Caller } from "../caller.ts";
import type { Gateway } from "../gateway.ts";
import { isWithinReach, type OfferedTool } from "../offers.ts";

/** Finds the tool among those the conversation reaches; unknown, foreign and out-of-reach ones are the same fault. */
export async function resolveTool(gateway: Gateway, caller: Caller, name: string): Promise<OfferedTool> {
  const offer = await gateway.offers.of(caller.principal.workspaceId);
  const offered = offer.get(name);
  if (offered !== undefined && isWithinReach(offered, caller.conversation)) return offered;
  throw new ProblemError("unknown_tool", `There is no tool "${name}" here; GET /v1/tools lists what is offered.`);
}
