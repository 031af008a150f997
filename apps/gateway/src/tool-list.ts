import type { Principal } from "./caller.ts";
import { readContactFacts } from "./contacts.ts";
import { findUnmetFacts, type UnmetFact } from "./fact-gate.ts";
import type { Gateway } from "./gateway.ts";
import { isWithinReach, type OfferedTool } from "./offers.ts";
import { authorize } from "./steps/authorize.ts";

/** A tool within the conversation's reach whose facts do not hold. */
export interface WithheldTool {
  readonly name: string;
  readonly unmetFacts: readonly UnmetFact[];
}

export interface ToolList {
  readonly tools: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
}

/** What the conversation may call now, and what it may not, with the reason. */
export async function listTools(
  gateway: Gateway,
  principal: Principal,
  conversationId: string | null,
): Promise<ToolList> {
  const { conversation } = await authorize(gateway, principal, conversationId);
  const offer = await gateway.offers.of(principal.workspaceId);
  const facts = await readContactFacts(gateway.store, conversation);
  const reachable = [...offer.values()].filter((offered) => isWithinReach(offered, conversation));
  const judged = reachable.map((offered) => ({ offered, unmetFacts: findUnmetFacts(offered, facts) }));
  return {
    tools: judged.filter(({ unmetFacts }) => unmetFacts.length === 0).map(({ offered }) => offered),
    withheld: judged
      .filter(({ unmetFacts }) => unmetFacts.length > 0)
      .map(({ offered, unmetFacts }) => ({ name: offered.name, unmetFacts })),
  };
}
