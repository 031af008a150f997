/** What to do about a fault of the YAML itself; the library's own words may quote the text, which may hold a secret. */
const MESSAGES = new Map([
  ["TAB_AS_INDENT", "A tab cannot indent: use spaces"],
  ["MULTIPLE_DOCS", "A second document starts here: keep one pack in a file"],
  ["TAG_RESOLVE_FAILED", "This tag is not YAML 1.2 core: leave it out"],
  ["BAD_ALIAS", "This alias or anchor is malformed: write the value out"],
  ["BAD_DIRECTIVE", "This directive is not YAML 1.2: leave it out"],
  ["BAD_DQ_ESCAPE", "This escape is not known: write a backslash as two, or use single quotes"],
  ["BAD_INDENT", "This line is not indented like its neighbours: line it up"],
  ["BAD_SCALAR_START", "A text cannot start with this character: put it in quotes"],
  ["BLOCK_AS_IMPLICIT_KEY", "A text that holds a colon and a space needs quotes"],
  ["MISSING_CHAR", "A closing quote, bracket or comma is missing before here"],
]);

export function describeYamlFault(code: string): string {
  return MESSAGES.get(code) ?? "This is not YAML 1.2: check quotes, brackets and indentation here";
}
