import { faulty, ok, type Result } from "counterfoil/core";

const MAX_CREDENTIAL_CHARACTERS = 4096;

/** Why a text cannot be the credential of a connection: its message names a position and never repeats the text. */
export interface CredentialFault {
  readonly code: "empty" | "too_long" | "forbidden_character" | "padded";
  readonly message: string;
}

/**
 * Accepts the credential of a connection as it is set, byte for byte.
 *
 * Judged here, once, because a value that cannot be a header would otherwise fail at every call; and it is never trimmed, because a
 * secret that differs from what was pasted is a riddle for whoever set it.
 */
export function parseCredential(text: string): Result<string, CredentialFault> {
  if (text === "") return faulty({ code: "empty", message: "The credential is empty." });
  if (text.length > MAX_CREDENTIAL_CHARACTERS) {
    const message = `The credential has ${text.length} characters; at most ${MAX_CREDENTIAL_CHARACTERS} are allowed.`;
    return faulty({ code: "too_long", message });
  }
  const position = text.search(/[^\x20-\x7e]/);
  if (position !== -1) {
    const message = `The character at position ${position + 1} of the credential is not visible ASCII; a line break may have been pasted along.`;
    return faulty({ code: "forbidden_character", message });
  }
  if (text.startsWith(" ") || text.endsWith(" ")) {
    const where = text.startsWith(" ") ? 1 : text.length;
    return faulty({
      code: "padded",
      message: `There is a space at position ${where}, an end of the credential; remove it.`,
    });
  }
  return ok(text);
}
