const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const REFERENCES = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const MASKED = /\$\uE000([A-Za-z_][A-Za-z0-9_]*)\uE001/g;

/** The name of the environment variable in `${NAME}`; null for anything else, which would be the secret itself. */
export function readReference(text: string): string | null {
  return REFERENCE.exec(text)?.[1] ?? null;
}

/**
 * Lets `${NAME}` stand unquoted inside `{ … }`, where YAML would take its braces for a mapping: both are swapped, one
 * character for one, so that every place in the text stays where it is.
 */
export function maskReferences(text: string): string {
  return text.replaceAll(REFERENCES, "$$\uE000$1\uE001");
}

export function unmaskReferences(text: string): string {
  return text.replaceAll(MASKED, "$${$1}");
}
