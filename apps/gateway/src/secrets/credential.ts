import { faulty, ok, type Result } from "counterfoil/core";

const MAX_CREDENTIAL_CHARACTERS = 4096;

/**
 * Accepts the credential of a connection as it is set, byte for byte.
 *
 * Judged here, once, because a value that cannot be a header would otherwise fail at every call; and it is never trimmed, because a
 * secret that differs from what was pasted is a riddle for whoever set it. The fault names a position and never repeats the text.
 */
export function parseCredential(text: string): Result<string, string> {
  if (text === "") return faulty("The credential is empty.");
  if (text.length > MAX_CREDENTIAL_CHARACTERS) {
    const message = `The credential has ${text.length} characters; at most ${MAX_CREDENTIAL_CHARACTERS} are allowed.`;
    return faulty(message);
  }
  const position = text.search(/[^\x20-\x7e]/);
  if (position !== -1) {
    const message = `The character at position ${position + 1} of the credential is not visible ASCII; a line break may have been pasted along.`;
    return faulty(message);
  }
  if (text.startsWith(" ") || text.endsWith(" ")) {
    const where = text.startsWith(" ") ? 1 : text.length;
    return faulty(`There is a space at position ${where}, an end of the credential; remove it.`);
  }
  return ok(text);
}
