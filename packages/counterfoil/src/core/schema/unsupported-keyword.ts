import { findNearestText } from "./nearest-text.ts";
import { showText } from "./shown-value.ts";

const CLOSE_EACH = "declare every property by name in properties";
const MERGE = "write one closed schema that says it all";
const HANDLER = "leave it out, and let the tool refuse what breaks the rule";
const REFERENCES = "leave it out; definitions are found as #/$defs/ and their name";
const DESCRIPTION = "leave it out, or say it in description";

/** What to write in place of words that JSON Schema and its relatives have and the subset does not. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["patternProperties", CLOSE_EACH],
  ["propertyNames", CLOSE_EACH],
  ["unevaluatedProperties", "write additionalProperties: false on each object"],
  ["unevaluatedItems", "write items, one schema for every item"],
  ["additionalItems", "write items, one schema for every item"],
  ["prefixItems", "write an object with a named property for each place"],
  ["allOf", MERGE],
  ["extends", MERGE],
  ["oneOf", "write enum, or anyOf of scalars"],
  ["nullable", 'write type as a list, such as ["string", "null"]'],
  ["definitions", "call it $defs, and write it at the root"],
  ["divisibleBy", "call it multipleOf"],
  ["example", "call it examples, and write a list"],
  ["id", REFERENCES],
  ["$id", REFERENCES],
  ["$anchor", REFERENCES],
  ["$dynamicAnchor", REFERENCES],
  ["$dynamicRef", REFERENCES],
  ["$recursiveAnchor", REFERENCES],
  ["$recursiveRef", REFERENCES],
  ["$vocabulary", REFERENCES],
  ["$comment", DESCRIPTION],
  ["deprecated", DESCRIPTION],
  ["readOnly", DESCRIPTION],
  ["writeOnly", DESCRIPTION],
  ["discriminator", DESCRIPTION],
  ["contentEncoding", DESCRIPTION],
  ["contentMediaType", DESCRIPTION],
  ["contentSchema", DESCRIPTION],
  ["not", HANDLER],
  ["if", HANDLER],
  ["then", HANDLER],
  ["else", HANDLER],
  ["contains", HANDLER],
  ["minContains", HANDLER],
  ["maxContains", HANDLER],
  ["minProperties", HANDLER],
  ["maxProperties", HANDLER],
  ["dependencies", HANDLER],
  ["dependentRequired", HANDLER],
  ["dependentSchemas", HANDLER],
]);

/** Names a word that the subset does not have, and what to write instead. */
export function tellUnsupported(name: string, supported: Iterable<string>): string {
  return `${showText(name)} is not in the closed subset of JSON Schema: ${adviseKeyword(name, supported)}.`;
}

function adviseKeyword(name: string, supported: Iterable<string>): string {
  const advice = ADVICE.get(name);
  if (advice !== undefined) return advice;
  if (name.startsWith("x-")) return "leave vendor words out";
  const nearest = findNearestText(name, supported);
  return nearest === null ? "leave it out" : `write ${nearest} if that is meant, or leave it out`;
}
