import type { HandlerContext } from "../contracts/contract.ts";
import type { OperationIdentity } from "../core/context.ts";
import type { EvidenceKind } from "../core/evidence.ts";
import type { JsonObject } from "../core/json.ts";
import { ok } from "../core/result.ts";
import type { Result } from "../core/result.ts";
import type { ArgumentFault } from "../core/schema.ts";
import type { HandlerReply } from "./handler-reply.ts";
import type { InputSchema } from "./input-schema.ts";

/** What every handler is given. */
export interface ToolRequest<Input> {
  /** The arguments, as the schema's library gives them out. */
  readonly input: Input;
  readonly context: HandlerContext;
  /**
   * Aborted when the tool's time is over. A read is then answered as transient; an action is not stopped, because only
   * its own end says whether it happened: pass the signal on to what it waits for.
   */
  readonly signal: AbortSignal;
  readonly traceId: string;
}

/** What the handler of an action is given. */
export interface ActionRequest<Input, Tx> extends ToolRequest<Input> {
  /** The transaction that also records the receipt: make every change through it, and await it before returning. */
  readonly tx: Tx;
  readonly operation: OperationIdentity;
}

/** What reads and actions declare alike. */
export interface ToolTexts {
  readonly title?: string;
  /** What the tool does and when to use it, for the model. */
  readonly description?: string;
  /** 1 to 10,000. */
  readonly timeoutMs: number;
  /** Reply templates by outcome and language (provider contract §4.3). */
  readonly messages?: JsonObject;
}

/** What a handler needs beside its input. */
export interface RunParams<Tx> extends Omit<ToolRequest<never>, "input"> {
  /** Set exactly for actions. */
  readonly action: { readonly tx: Tx; readonly operation: OperationIdentity } | null;
}

/** A handler with its arguments, ready to run. */
export type PreparedRun<Tx> = (params: RunParams<Tx>) => Promise<HandlerReply>;

/** One tool of an adapter. Made by `defineTool` or `defineAction`; `Tx` is what its handler needs of the receipts. */
export interface ToolDefinition<Tx> {
  readonly name: string;
  readonly texts: ToolTexts;
  /** The name of the business change; null for a tool that reads. */
  readonly action: string | null;
  readonly evidence: readonly EvidenceKind[];
  readonly input: Pick<InputSchema<unknown>, "vendor" | "toParameters">;
  /** Reads arguments that fit the declared schema. */
  prepare(args: JsonObject): Promise<Result<PreparedRun<Tx>, ArgumentFault>>;
}

/** Binds a handler to the arguments it will run with, so that their type stays between the two. */
export async function prepareRun<Input, Tx>(
  schema: InputSchema<Input>,
  args: JsonObject,
  run: (input: Input, params: RunParams<Tx>) => Promise<HandlerReply>,
): Promise<Result<PreparedRun<Tx>, ArgumentFault>> {
  const input = await schema.read(args);
  return input.ok ? ok((params) => run(input.value, params)) : input;
}
