import { SCHEMA_LIMITS } from "./schema-limits.ts";
import type { SchemaFaults } from "./schema-fault.ts";

interface Reference {
  readonly target: string;
  /** Of the schema that refers, within its own part. */
  readonly depth: number;
  readonly pointer: string;
}

/** The root, or one definition. */
interface Part {
  readonly references: Reference[];
  /** Counted without references while the schema is read, with them once the part is measured. */
  nodes: number;
  depth: number;
  state: "unseen" | "open" | "measured";
}

/** Who refers to whom: finds circles, and counts what expanding every `$ref` would yield without expanding any. */
export class ReferenceGraph {
  readonly #root: Part = createPart();
  readonly #definitions = new Map<string, Part>();
  #current: Part = this.#root;

  /** Whatever is added from here on belongs to this definition; before the first, to the root. */
  enterDefinition(name: string): void {
    this.#current = createPart();
    this.#definitions.set(name, this.#current);
  }

  addNode(depth: number): void {
    this.#current.nodes += 1;
    this.#current.depth = Math.max(this.#current.depth, depth);
  }

  addReference(target: string, depth: number, pointer: string): void {
    this.#current.references.push({ target, depth, pointer });
  }

  /** Refuses circles, and a root that is too large or too deep once expanded. */
  refuseExcess(faults: SchemaFaults): void {
    for (const part of [this.#root, ...this.#definitions.values()]) this.#measure(part, faults);
    const { maxNodes, maxDepth } = SCHEMA_LIMITS;
    if (this.#root.nodes > maxNodes) {
      const message = `With every $ref expanded there are more than ${maxNodes} schemas within this one: make it smaller.`;
      faults.add("schema_too_many_nodes", "", message);
    }
    if (this.#root.depth > maxDepth) {
      const message = `With every $ref expanded this schema nests ${this.#root.depth} levels: use at most ${maxDepth}.`;
      faults.add("schema_too_deep", "", message);
    }
  }

  /** Depth first, on a stack of its own: a chain of references may be longer than the call stack. */
  #measure(start: Part, faults: SchemaFaults): void {
    if (start.state !== "unseen") return;
    const stack = [openPart(start)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const reference = top.part.references[top.next];
      top.next += 1;
      const target = reference === undefined ? undefined : this.#definitions.get(reference.target);
      if (reference === undefined) {
        this.#close(top.part);
        stack.pop();
      } else if (target?.state === "open") {
        const message = "This $ref closes a circle: a closed schema ends, so write out the levels it needs.";
        faults.add("schema_ref_cyclic", reference.pointer, message);
      } else if (target?.state === "unseen") stack.push(openPart(target));
    }
  }

  /** Adds the extents of the parts referred to, which are measured by now unless they are on a circle. */
  #close(part: Part): void {
    for (const { target, depth } of part.references) {
      const measured = this.#definitions.get(target);
      // Doubling definitions reach 2^1000 and beyond: the sum only has to stay above the limit.
      part.nodes = Math.min(part.nodes + (measured?.nodes ?? 0), Number.MAX_SAFE_INTEGER);
      // What a reference leads to stands in its own place, at its own depth.
      part.depth = Math.max(part.depth, depth - 1 + (measured?.depth ?? 0));
    }
    part.state = "measured";
  }
}

function createPart(): Part {
  return { references: [], nodes: 0, depth: 0, state: "unseen" };
}

function openPart(part: Part): { readonly part: Part; next: number } {
  part.state = "open";
  return { part, next: 0 };
}
