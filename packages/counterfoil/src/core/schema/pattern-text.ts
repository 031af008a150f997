const ESCAPE = String.raw`\\(?:u\{[\dA-Fa-f]+\}|u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])`;
const CLASS = String.raw`\[(?:\\[^]|[^\]\\])*\]`;
const GROUP = String.raw`\((?:\?:|\?<[^>=!]*>)?`;
const QUANTIFIER = String.raw`[*+?]\??|\{\d+(?:,\d*)?\}\??`;
const TOKEN = new RegExp(`${ESCAPE}|${CLASS}|${GROUP}|${QUANTIFIER}|[^]`, "gu");
const CLASS_TOKEN = new RegExp(`${ESCAPE}|[^]`, "gu");
const FEATURE = new RegExp(String.raw`\\k|\\[^]|${CLASS}|\(\?(?:<?[=!]|[a-z-]+:)`, "gu");

/** What ECMA-262 counts as white space, and its complement; RE2 has a shorter list of its own. */
const SPACES = String.raw`\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NOT_SPACES = String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const EVERYTHING = String.raw`[\x{0}-\x{10ffff}]`;
const NOTHING = String.raw`[^\x{0}-\x{10ffff}]`;
const NOT_LINE_END = String.raw`[^\x{a}\x{d}\x{2028}\x{2029}]`;

const CONTROL_POINTS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
  ["0", 0],
]);

/** The long names of general categories that RE2 knows by their letters alone. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ["Letter", "L"],
  ["Uppercase_Letter", "Lu"],
  ["Lowercase_Letter", "Ll"],
  ["Titlecase_Letter", "Lt"],
  ["Modifier_Letter", "Lm"],
  ["Other_Letter", "Lo"],
  ["Mark", "M"],
  ["Number", "N"],
  ["Decimal_Number", "Nd"],
  ["digit", "Nd"],
  ["Punctuation", "P"],
  ["punct", "P"],
  ["Symbol", "S"],
  ["Currency_Symbol", "Sc"],
  ["Separator", "Z"],
  ["Space_Separator", "Zs"],
  ["Other", "C"],
  ["Control", "Cc"],
  ["Format", "Cf"],
]);

/** Names what a well-formed pattern uses that no linear-time engine has; null when there is nothing of the kind. */
export function findUnsupportedFeature(source: string): string | null {
  for (const [token] of source.matchAll(FEATURE)) {
    if (/^\\[1-9k]/.test(token)) return "a backreference";
    if (/^\(\?<?[=!]/.test(token)) return token.includes("<") ? "a lookbehind" : "a lookahead";
    if (token.startsWith("(?")) return "a flag within a group";
  }
  return null;
}

/**
 * Writes a pattern in the syntax of RE2 with the meaning that ECMA-262 gives it in unicode mode. The pattern is
 * well-formed and free of unsupported features. Groups capture nothing, for only the verdict counts.
 */
export function translatePattern(source: string): string {
  return Array.from(source.matchAll(TOKEN), ([token]) => translateToken(token)).join("") || "(?:)";
}

/** How many steps the program of a pattern has, about; repeats are counted out, as the engine writes them out. */
export function countPatternSteps(source: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith("(")) {
      outer.push(sum);
      sum = 0;
    } else if (token === ")") {
      last = sum + 1;
      sum = (outer.pop() ?? 0) + last;
    } else if (/^(?:[*+?]|\{\d)/.test(token)) {
      sum += last * (countRepeats(token) - 1) + 1;
    } else {
      last = 1;
      sum += 1;
    }
  }
  return sum;
}

function countRepeats(quantifier: string): number {
  const [least = "1", most = least] = quantifier.match(/\d+/g) ?? [];
  return Math.max(1, Number(most) + (quantifier.includes(",}") ? 1 : 0));
}

function translateToken(token: string): string {
  if (token.length > 1 && token.startsWith("\\")) return translateEscape(token, false);
  if (token.length > 1 && token.startsWith("[")) return translateClass(token);
  if (token.startsWith("(")) return "(?:";
  if (token === ".") return NOT_LINE_END;
  return /^(?:[\^$|)*+?]|\{\d)/.test(token) ? token : writePoint(token);
}

function translateClass(token: string): string {
  const isNegated = token.startsWith("[^");
  const atoms = token.slice(isNegated ? 2 : 1, -1).match(CLASS_TOKEN) ?? [];
  if (atoms.length === 0) return isNegated ? EVERYTHING : NOTHING;
  let ranges = "";
  for (let index = 0; index < atoms.length; index += 1) {
    const last = atoms[index + 2];
    ranges += translateAtom(atoms[index] ?? "");
    if (atoms[index + 1] === "-" && last !== undefined) {
      ranges += `-${translateAtom(last)}`;
      index += 2;
    }
  }
  return `[${isNegated ? "^" : ""}${ranges}]`;
}

function translateAtom(atom: string): string {
  return atom.length > 1 && atom.startsWith("\\") ? translateEscape(atom, true) : writePoint(atom);
}

function translateEscape(escape: string, isInClass: boolean): string {
  const body = escape.slice(1);
  if (/^[dDwWB]$/.test(body)) return escape;
  if (body === "b") return isInClass ? String.raw`\x{8}` : escape;
  if (body === "s") return isInClass ? SPACES : `[${SPACES}]`;
  if (body === "S") return isInClass ? NOT_SPACES : `[${NOT_SPACES}]`;
  if (/^[pP]/.test(body)) return translateProperty(escape);
  return String.raw`\x{${escapedPoint(body).toString(16)}}`;
}

function translateProperty(escape: string): string {
  const name = escape.slice(3, -1).replace(/^(?:General_Category|gc|Script|sc)=/, "");
  return `${escape.slice(0, 2)}{${CATEGORIES.get(name) ?? name}}`;
}

function escapedPoint(body: string): number {
  const pair = /^u(....)\\u(....)$/.exec(body);
  if (pair !== null) return String.fromCharCode(hex(pair[1]), hex(pair[2])).codePointAt(0) ?? 0;
  if (/^[ux]./.test(body)) return hex(body.replaceAll(/[ux{}]/g, ""));
  if (/^c./.test(body)) return (body.codePointAt(1) ?? 0) % 32;
  return CONTROL_POINTS.get(body) ?? body.codePointAt(0) ?? 0;
}

function hex(digits = "0"): number {
  return Number.parseInt(digits, 16);
}

function writePoint(character: string): string {
  return String.raw`\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
