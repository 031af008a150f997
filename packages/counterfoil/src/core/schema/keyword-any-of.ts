import type { Judgement } from "./judgement.ts";
import { EVERY_KIND, areScalar, kindOf } from "./value-kind.ts";
import { isJsonArray } from "../json.ts";
import { tellWrongKind } from "./kind-advice.ts";
import { nameValue } from "./shown-value.ts";
import type { Check, Keyword, SchemaNode } from "./keyword.ts";
import type { KindSet } from "./value-kind.ts";

export const anyOfKeyword: Keyword = {
  name: "anyOf",
  kinds: EVERY_KIND,
  read(value, place) {
    if (!isJsonArray(value) || value.length === 0) {
      place.refuse("schema_keyword_malformed", "anyOf lists at least one schema.");
      return null;
    }
    const branches = value.map((schema, index) => place.readChild(schema, index));
    for (const [index, { kinds }] of branches.entries()) {
      if (areScalar(kinds)) continue;
      const message =
        'anyOf chooses among scalars only: give an object or array a schema of its own, nullable as type ["object", "null"].';
      place.refuse("schema_any_of_not_scalar", message, index);
    }
    return checkBranches(branches);
  },
};

function checkBranches(branches: readonly SchemaNode[]): Check {
  const kinds: KindSet = new Set(branches.flatMap((branch) => [...branch.kinds]));
  return (value, pointer, judgement) => {
    const attempts: Judgement[] = [];
    for (const branch of branches.filter((candidate) => candidate.kinds.has(kindOf(value)))) {
      const attempt = judgement.tryOut();
      branch.check(value, pointer, attempt);
      if (attempt.faults.length === 0) return;
      attempts.push(attempt);
    }
    const [only, ...others] = attempts;
    if (only === undefined) judgement.add(pointer, "anyOf", tellWrongKind(kinds, value));
    else if (others.length === 0) judgement.addAll(only.faults);
    else judgement.add(pointer, "anyOf", tellAttempts(nameValue(value), attempts));
  };
}

function tellAttempts(came: string, attempts: readonly Judgement[]): string {
  const reasons = attempts.map(({ faults }) => faults[0]?.message).filter((reason) => reason !== undefined);
  return `no alternative fits ${came}; one of these must hold: ${reasons.slice(0, 5).join("; or ")}`;
}
