import type { ClosedSchema } from "./schema.ts";
import type { EvidenceKind } from "./evidence.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** One thing a connection offers to agents, whichever contract declares it. */
export interface Tool {
  /** The adapter's own name for it; never assumed to mean anything. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly mutating: boolean;
  /** The name of the business change; set exactly when the tool is mutating. */
  readonly action: string | null;
  readonly producesEvidence: readonly EvidenceKind[];
  /** 1 to 10,000; covers connecting, sending, headers and body. */
  readonly timeoutMs: number;
  readonly parameters: ClosedSchema;
  /** Facts that must hold before the tool is offered (domain-pack contract); empty when it is always offered. */
  readonly requiresFacts: Readonly<Record<string, JsonValue>>;
  /** Facts that the tool says it sets (domain-pack contract), so that a refusal can name the tool to call first. */
  readonly setsFacts: readonly string[];
  /** Reply templates by outcome and language (provider contract), as declared. */
  readonly messages: JsonObject | null;
}

/** A declared tool that broke a rule: kept out of the offer, with every reason. */
export interface QuarantinedTool {
  readonly name: string;
  readonly reasons: readonly DocumentFault[];
}

/** One fault of a manifest or pack: where it stands and what to write instead. */
export interface DocumentFault {
  /** The rule that is broken: the id of a requirement, a reason of the JSON (`json.…`), or one of `SCHEMA_FAULT_CODES`. */
  readonly code: string;
  /** JSON pointer into the document; empty for the document itself. */
  readonly pointer: string;
  readonly message: string;
  /** 1-based; set where the document is text that a person edits. */
  readonly line?: number;
  readonly column?: number;
}
