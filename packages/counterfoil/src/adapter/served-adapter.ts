import type { Contract } from "../contracts/contract.ts";
import type { JsonObject } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import type { Receipts } from "../receipts/receipts.ts";
import type { Credential } from "./credentials.ts";
import type { ReportFault } from "./faults.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** A tool as it is declared, and the definition that runs it. */
export interface ServedTool<Tx> {
  readonly tool: Tool;
  readonly definition: ToolDefinition<Tx>;
}

/** Everything that serving a request needs: checked once, when the adapter is created. */
export interface ServedAdapter<Tx> {
  readonly contractVersion: string;
  readonly languages: readonly string[];
  readonly credentials: readonly Credential[];
  /** Those for which there is a credential. */
  readonly contracts: readonly Contract[];
  readonly tools: ReadonlyMap<string, ServedTool<Tx>>;
  /** Null where no tool changes anything. */
  readonly receipts: Receipts<Tx> | null;
  /** Null where the provider contract is not served. */
  readonly manifest: JsonObject | null;
  readonly clock: () => Date;
  readonly reportFault: ReportFault;
}
