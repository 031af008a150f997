import { Type } from "typebox";
import { closed, nullable } from "./common.ts";

export const ToolsQuery = closed({
  conversation: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: "Needed with a key; a token has its own." }),
  ),
});

export const ToolDocument = closed({
  name: Type.String({ description: "The name to call it by; safe for every model API." }),
  title: Type.String(),
  description: nullable(Type.String()),
  mutating: Type.Boolean(),
  connection: Type.String(),
  input_schema: Type.Unknown(),
});

export const ToolListDocument = closed({
  tools: Type.Array(ToolDocument),
  withheld: Type.Array(
    closed({
      name: Type.String(),
      reasons: Type.Array(Type.String()),
      unmet_facts: Type.Array(
        closed({
          fact: Type.String(),
          required: Type.Unknown(),
          present: Type.Unknown(),
          set_by: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});
