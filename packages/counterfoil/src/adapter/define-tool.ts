import type { EvidenceKind } from "../core/evidence.ts";
import type { JsonObject } from "../core/json.ts";
import type { HandlerReply } from "./handler-reply.ts";
import { fromJsonSchema, fromStandardSchema } from "./input-schema.ts";
import type { InputSchema, StandardInput } from "./input-schema.ts";
import { prepareRun } from "./tool-definition.ts";
import type { ToolDefinition, ToolRequest, ToolTexts } from "./tool-definition.ts";

export interface ToolOptions<Input> extends ToolTexts {
  /** The kinds of evidence that replies hold; needed where the adapter serves the provider contract. */
  readonly evidence?: readonly EvidenceKind[];
  readonly run: (request: ToolRequest<Input>) => HandlerReply | Promise<HandlerReply>;
}

interface StandardToolOptions<Input> extends ToolOptions<Input> {
  readonly input: StandardInput<Input>;
}

interface RawToolOptions extends ToolOptions<JsonObject> {
  /** A JSON Schema of the closed subset. */
  readonly input: JsonObject;
}

/**
 * Defines a tool that reads.
 *
 * `input` is a Standard Schema of a closed object (in Zod, `z.strictObject`) or a raw JSON Schema. Faults of the
 * definition are told by `createAdapter`, all at once.
 */
export function defineTool<Input>(name: string, options: StandardToolOptions<Input>): ToolDefinition<unknown>;
export function defineTool(name: string, options: RawToolOptions): ToolDefinition<unknown>;
export function defineTool<Input>(
  name: string,
  options: StandardToolOptions<Input> | RawToolOptions,
): ToolDefinition<unknown> {
  return isStandard(options)
    ? toDefinition(name, options, fromStandardSchema(options.input))
    : toDefinition(name, options, fromJsonSchema(options.input));
}

function isStandard<Input>(
  options: StandardToolOptions<Input> | RawToolOptions,
): options is StandardToolOptions<Input> {
  return "~standard" in options.input;
}

function toDefinition<Input>(
  name: string,
  { evidence = [], run, ...texts }: ToolOptions<Input>,
  input: InputSchema<Input>,
): ToolDefinition<unknown> {
  return {
    name,
    texts,
    action: null,
    evidence,
    input,
    prepare: (args) =>
      prepareRun(input, args, async (value, { context, signal, traceId }) =>
        run({ input: value, context, signal, traceId }),
      ),
  };
}
