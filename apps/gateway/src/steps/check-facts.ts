import { ProblemError } from "counterfoil/core";
import type { Caller } from "../caller.ts";
import { findUnmetFacts, toFactSentence } from "../fact-gate.ts";
import type { Gateway } from "../gateway.ts";
import type { OfferedTool } from "../offers.ts";
import { readContactFacts } from "../contacts.ts";

/** Refuses a tool whose required facts do not hold for the contact, before the adapter is reached. */
export async function checkFacts(gateway: Gateway, caller: Caller, offered: OfferedTool): Promise<void> {
  if (Object.keys(offered.tool.requiresFacts).length === 0) return;
  const facts = await readContactFacts(gateway.store, caller.conversation);
  const unmet = findUnmetFacts(offered, facts);
  if (unmet.length === 0) return;
  throw new ProblemError("tool_not_offered", unmet.map(toFactSentence).join(" "), {
    extras: { tool: offered.name, unmet },
  });
}
