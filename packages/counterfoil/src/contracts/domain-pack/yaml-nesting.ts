import { CST, Lexer } from "yaml";

/**
 * Where a text nests deeper than a limit, by its tokens alone; null when it does not.
 *
 * Looked for before composing: every further level costs the parser more than the one before.
 */
export function findExcessNesting(text: string, maxDepth: number): number | null {
  let offset = 0;
  let flowDepth = 0;
  let indicatorsOnLine = 0;
  let isContent = false;
  for (const token of new Lexer().lex(text)) {
    if (!isContent) {
      if (token === "[" || token === "{") flowDepth += 1;
      else if (token === "]" || token === "}") flowDepth -= 1;
      else if (token === "-" || token === "?") indicatorsOnLine += 1;
      else if (token.includes("\n")) indicatorsOnLine = 0;
    }
    if (flowDepth > maxDepth || indicatorsOnLine > maxDepth) return offset;
    isContent = token === CST.SCALAR;
    offset += MARKERS.has(token) ? 0 : token.length;
  }
  return null;
}

/** Tokens of the lexer that stand for no character of the text. */
const MARKERS: ReadonlySet<string> = new Set([CST.BOM, CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
