import { EVERY_KIND } from "./value-kind.ts";
import { member } from "../json.ts";
import { showText } from "./shown-value.ts";
import type { Keyword, KeywordPlace } from "./keyword.ts";

const PREFIX = "#/$defs/";

/** Words that would have to be merged with those of the definition, which a closed object does not allow. */
const UNMERGEABLE_WORDS = ["properties", "required", "additionalProperties"] as const;

/** `$ref` to an entry of the root's `$defs`; words beside it are asked as well, as JSON Schema 2020-12 says. */
export const refKeyword: Keyword = {
  name: "$ref",
  kinds: EVERY_KIND,
  read(reference, place) {
    const name = parseReference(reference);
    if (name === null) {
      place.refuse(
        "schema_ref_not_local",
        "$ref points into this schema alone: write #/$defs/ and the name of a definition.",
      );
      return null;
    }
    if (member(place.scope.definitions, name) === undefined) {
      place.refuse(
        "schema_ref_dangling",
        `$defs holds no ${showText(name)}: add it, or point to a definition that is there.`,
      );
      return null;
    }
    refuseSiblings(place);
    place.scope.graph.addReference(name, place.depth, place.pointer);
    const { nodes } = place.scope;
    return (value, pointer, judgement) => nodes.get(name)?.check(value, pointer, judgement);
  },
};

/** The name of the definition that a `$ref` points to, or null when it points elsewhere. */
export function parseReference(reference: unknown): string | null {
  if (typeof reference !== "string" || !reference.startsWith(PREFIX)) return null;
  try {
    const token = decodeURIComponent(reference.slice(PREFIX.length));
    return token.includes("/") || /~(?![01])/.test(token) ? null : token.replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return null;
  }
}

function refuseSiblings({ schema, scope, pointer }: KeywordPlace): void {
  for (const word of UNMERGEABLE_WORDS) {
    if (member(schema, word) === undefined) continue;
    const message = `${word} cannot stand beside $ref, whose definition is closed by itself: move it there.`;
    scope.faults.add("schema_ref_sibling", pointer.replace(/\$ref$/, word), message);
  }
}
