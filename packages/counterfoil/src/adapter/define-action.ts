import { SetupError } from "../core/error.ts";
import type { EvidenceKind } from "../core/evidence.ts";
import type { JsonObject } from "../core/json.ts";
import type { SqlTransaction } from "../receipts/receipts.ts";
import type { HandlerReply } from "./handler-reply.ts";
import { fromJsonSchema, fromStandardSchema } from "./input-schema.ts";
import type { InputSchema, StandardInput } from "./input-schema.ts";
import { prepareRun } from "./tool-definition.ts";
import type { ActionRequest, ToolDefinition, ToolTexts } from "./tool-definition.ts";

export interface ActionOptions<Input, Tx> extends ToolTexts {
  /** The name of the business change, in the form of a tool name. */
  readonly action: string;
  /** The kinds of evidence that replies hold; `action` alone unless said. */
  readonly evidence?: readonly EvidenceKind[];
  readonly run: (request: ActionRequest<Input, Tx>) => HandlerReply | Promise<HandlerReply>;
}

interface StandardActionOptions<Input, Tx> extends ActionOptions<Input, Tx> {
  readonly input: StandardInput<Input>;
}

interface RawActionOptions<Tx> extends ActionOptions<JsonObject, Tx> {
  /** A JSON Schema of the closed subset. */
  readonly input: JsonObject;
}

/**
 * Defines a tool that changes something: its change and its receipt are committed together, once for an operation.
 *
 * `tx` is an SQL transaction unless said otherwise. For receipts of another kind name it where the handler takes it:
 * `run: ({ input, tx }: ActionRequest<Input, MemoryTransaction>) => …`. Receipts that do not fit are a type error.
 */
export function defineAction<Input, Tx = SqlTransaction>(
  name: string,
  options: StandardActionOptions<Input, Tx>,
): ToolDefinition<Tx>;
export function defineAction<Tx = SqlTransaction>(name: string, options: RawActionOptions<Tx>): ToolDefinition<Tx>;
export function defineAction<Input, Tx>(
  name: string,
  options: StandardActionOptions<Input, Tx> | RawActionOptions<Tx>,
): ToolDefinition<Tx> {
  return isStandard(options)
    ? toDefinition(name, options, fromStandardSchema(options.input))
    : toDefinition(name, options, fromJsonSchema(options.input));
}

function isStandard<Input, Tx>(
  options: StandardActionOptions<Input, Tx> | RawActionOptions<Tx>,
): options is StandardActionOptions<Input, Tx> {
  return "~standard" in options.input;
}

function toDefinition<Input, Tx>(
  name: string,
  { action, evidence = ["action"], run, ...texts }: ActionOptions<Input, Tx>,
  input: InputSchema<Input>,
): ToolDefinition<Tx> {
  return {
    name,
    texts,
    action,
    evidence,
    input,
    prepare: (args) =>
      prepareRun<Input, Tx>(input, args, async (value, params) => {
        if (params.action === null)
          throw new SetupError(`${name} is an action: it needs an operation and a transaction`);
        const { context, signal, traceId } = params;
        return run({ input: value, context, signal, traceId, ...params.action });
      }),
  };
}
