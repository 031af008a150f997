/** Counts the bytes of a text in UTF-8 without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Both halves of a surrogate pair count one byte more each: four for the pair.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** Whether a text has no half of a surrogate pair standing alone, so that UTF-8 can carry it. */
export function isWellFormed(text: string): boolean {
  // Most texts hold no surrogates at all, which the first pattern tells without reading code points.
  return !/[\ud800-\udfff]/.test(text) || !/\p{Surrogate}/u.test(text);
}

const STRICT_DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT_DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes UTF-8; null where the bytes are not UTF-8. A byte order mark stays in the text. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return STRICT_DECODER.decode(bytes);
  } catch {
    return null;
  }
}

/** The text before the first byte that is not UTF-8. */
export function validUtf8Prefix(bytes: Uint8Array): string {
  const text = LENIENT_DECODER.decode(bytes);
  let offset = 0;
  let prefix = 0;
  for (const character of text) {
    // The replacement character stands for a fault unless the bytes spell that character themselves.
    if (character === "\ufffd" && !isReplacementCharacter(bytes, offset)) break;
    offset += utf8Length(character);
    prefix += character.length;
  }
  return text.slice(0, prefix);
}

function isReplacementCharacter(bytes: Uint8Array, offset: number): boolean {
  return bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
}
