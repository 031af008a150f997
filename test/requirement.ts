/**
 * Cites a requirement of `spec/requirements` in the title of the test that proves it:
 * `it(requirement("json.duplicate-keys"), …)`. Citations are found by reading the sources, so the id is a literal.
 */
export function requirement(id: string): string {
  return `[${id}]`;
}
