import { Type, type TSchema } from "typebox";

/** An object that refuses members it does not know. */
export function closed<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: { description?: string } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** One of the words; told as a list where another is sent. */
export function words<const Words extends readonly string[]>(...allowed: Words) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...allowed] });
}

/** RFC 3339, UTC. */
export const Instant = Type.String({ format: "date-time" });

export const IdParams = closed({ id: Type.String({ minLength: 1, maxLength: 128 }) });

export const PageQuery = {
  limit: Type.Optional(Type.String({ pattern: "^([1-9][0-9]?|100)$", description: "1 to 100; 50 unless given." })),
  after: Type.Optional(Type.String({ maxLength: 256, description: "The `next_cursor` of the page before." })),
};

export function pageOf<Item extends TSchema>(item: Item) {
  return closed({ items: Type.Array(item), next_cursor: nullable(Type.String()) });
}

/** An `application/problem+json` answer (RFC 9457). */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What was wrong and what to do next." }),
    code: Type.String(),
    effect: words("none", "unknown"),
    trace_id: Type.String(),
  },
  { additionalProperties: true },
);

/** Answers of a route: its own, and a problem for every 4xx and 5xx. */
export function answers<Answers extends Record<number, TSchema>>(own: Answers) {
  return { ...own, "4xx": Problem, "5xx": Problem };
}
