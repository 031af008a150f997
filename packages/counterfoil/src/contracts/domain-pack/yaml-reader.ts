import { isAlias, isMap, isNode, isScalar, isSeq, Scalar } from "yaml";
import type { Alias, Document, LineCounter, YAMLMap } from "yaml";
import { PACK_LIMITS } from "../../core/json-limits.ts";
import { toPointer } from "../../core/json.ts";
import type { DocumentFault } from "../../core/tool.ts";
import { unmaskReferences } from "./secret-reference.ts";
import type { YamlPlace } from "./yaml-document.ts";

const YAML_RULE = "domain-pack.pack.yaml";
const LIMITS_RULE = "domain-pack.pack.limits";
const ALIAS_RULE = "domain-pack.pack.aliases";
const MAX_ALIASES = 50;

/** Turns nodes into values by itself, so that aliases stay bounded and no key or scalar is made into text. */
export class YamlReader {
  readonly faults: DocumentFault[] = [];
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #offsets = new Map<string, number>();
  readonly #sources = new Map<string, string>();
  /** Nodes by anchor, in the order of the text, so that an alias finds the last one before it. */
  readonly #anchors = new Map<string, unknown>();
  #aliases = 0;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  read(): unknown {
    const { yaml } = this.#document.directives;
    const value = this.#readNode(this.#document.contents, "", 0);
    if (yaml.explicit === true && yaml.version !== "1.2") {
      this.#fault(YAML_RULE, "", "The %YAML directive asks for another version: write 1.2, or leave it out");
    }
    return value;
  }

  readonly placeOf = (pointer: string): YamlPlace => {
    let at = pointer;
    while (at !== "" && !this.#offsets.has(at)) at = at.slice(0, at.lastIndexOf("/"));
    const { line, col } = this.#lines.linePos(this.#offsets.get(at) ?? 0);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };

  readonly plainSourceOf = (pointer: string): string | undefined => this.#sources.get(pointer);

  #readNode(node: unknown, pointer: string, depth: number): unknown {
    if (isNode(node) && !this.#offsets.has(pointer)) this.#offsets.set(pointer, offsetOf(node) ?? 0);
    if (depth > PACK_LIMITS.maxDepth) {
      return this.#fault(LIMITS_RULE, pointer, `This is nested deeper than ${PACK_LIMITS.maxDepth} levels: flatten it`);
    }
    if (isAnchored(node)) this.#anchors.set(node.anchor, node);
    if (isAlias(node)) return this.#readAlias(node, pointer, depth);
    if (isMap(node)) return this.#readMap(node, pointer, depth);
    if (isSeq(node)) return node.items.map((item, index) => this.#readNode(item, toPointer(pointer, index), depth + 1));
    return isScalar(node) ? this.#readScalar(node, pointer) : null;
  }

  #readAlias(alias: Alias, pointer: string, depth: number): unknown {
    this.#aliases += 1;
    if (this.#aliases > MAX_ALIASES) {
      // One more is one fault, however many the text would still expand to.
      const message = `The aliases of this pack expand more than ${MAX_ALIASES} times: write the values out`;
      return this.#aliases === MAX_ALIASES + 1 ? this.#fault(ALIAS_RULE, pointer, message) : null;
    }
    const target = this.#anchors.get(alias.source);
    return target === undefined
      ? this.#fault(YAML_RULE, pointer, "This alias has no anchor before it: write the value out")
      : this.#readNode(target, pointer, depth + 1);
  }

  #readMap(map: YAMLMap, pointer: string, depth: number): unknown {
    const entries = new Map<string, unknown>();
    for (const { key, value } of map.items) {
      const name = this.#readKey(key, pointer);
      if (name === undefined) continue;
      if (entries.has(name)) {
        this.#fault(YAML_RULE, pointer, "This key stands twice in its mapping: keep one", offsetOf(key));
      }
      entries.set(name, this.#readNode(value, toPointer(pointer, name), depth + 1));
    }
    // Defines own members: an assignment of `__proto__` would be lost instead of refused.
    return Object.fromEntries(entries);
  }

  #readKey(key: unknown, pointer: string): string | undefined {
    if (!isScalar(key) || typeof key.value !== "string") {
      const advice = isScalar(key) && key.source ? `write ${quote(key.source)}` : "write a text";
      return this.#fault(YAML_RULE, pointer, `A key must be text: ${advice}`, offsetOf(key));
    }
    return key.value === "<<" && key.type === Scalar.PLAIN
      ? this.#fault(YAML_RULE, pointer, "Merging with << is not YAML 1.2: write the members out", offsetOf(key))
      : unmaskReferences(key.value);
  }

  #readScalar({ value, source, type }: Scalar, pointer: string): unknown {
    if (type === Scalar.PLAIN && source !== undefined) this.#sources.set(pointer, unmaskReferences(source));
    return typeof value === "string" ? unmaskReferences(value) : value;
  }

  #fault(code: string, pointer: string, message: string, offset: number | null = null): undefined {
    if (offset === null) {
      this.faults.push({ code, pointer, message, ...this.placeOf(pointer) });
    } else {
      const { line, col } = this.#lines.linePos(offset);
      this.faults.push({ code, pointer, message, line, column: col });
    }
  }
}

function offsetOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}

function isAnchored(node: unknown): node is { readonly anchor: string } {
  return isNode(node) && "anchor" in node && typeof node.anchor === "string";
}

/** A text as YAML that no reader takes for a number, a boolean or null. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
