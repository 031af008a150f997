import { EVERY_KIND, intersectKinds, kindOf, kindsOfType } from "./value-kind.ts";
import { isJsonArray, isJsonObject, member } from "../json.ts";
import { parseReference } from "./keyword-ref.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { KindSet } from "./value-kind.ts";

/** How many `$ref` and `anyOf` are followed; a schema that goes deeper is refused for its depth. */
const MAX_FOLLOWED = 32;

/** Tells which kinds of value can fit a schema, from `type`, `enum`, `const`, `anyOf` and `$ref` together. */
export class SchemaKinds {
  readonly #definitions: JsonObject;
  readonly #known = new Map<JsonObject, KindSet>();

  constructor(definitions: JsonObject) {
    this.#definitions = definitions;
  }

  /** Every kind where the schema does not say, or says it in a way that is refused elsewhere. */
  of(schema: JsonValue | undefined, followed = 0): KindSet {
    if (!isJsonObject(schema) || followed > MAX_FOLLOWED) return EVERY_KIND;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // Stands while the schema is read, so that a circle ends.
    this.#known.set(schema, EVERY_KIND);
    const kinds = this.#read(schema, followed).reduce(intersectKinds, EVERY_KIND);
    this.#known.set(schema, kinds);
    return kinds;
  }

  #read(schema: JsonObject, followed: number): readonly KindSet[] {
    const sets: KindSet[] = [];
    const type = member(schema, "type");
    if (type !== undefined) sets.push(kindsOfType(type) ?? EVERY_KIND);
    const allowed = member(schema, "enum");
    if (isJsonArray(allowed)) sets.push(new Set(allowed.map(kindOf)));
    const constant = member(schema, "const");
    if (constant !== undefined) sets.push(new Set([kindOf(constant)]));
    const branches = member(schema, "anyOf");
    if (isJsonArray(branches) && branches.length > 0)
      sets.push(new Set(branches.flatMap((branch) => [...this.of(branch, followed + 1)])));
    const name = parseReference(member(schema, "$ref"));
    if (name !== null) sets.push(this.of(member(this.#definitions, name), followed + 1));
    return sets;
  }
}
