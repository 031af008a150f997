import type { JsonLimits } from "./json-limits.ts";
import { toPointer } from "./json.ts";

/** Why a document is refused. */
export type JsonFaultReason =
  | "empty"
  | "too_large"
  | "byte_order_mark"
  | "invalid_utf8"
  | "truncated"
  | "trailing_content"
  | "unexpected_character"
  | "trailing_comma"
  | "comment"
  | "malformed_number"
  | "leading_zero"
  | "not_finite"
  | "number_overflow"
  | "unsafe_integer"
  | "invalid_escape"
  | "control_character"
  | "lone_surrogate"
  | "string_too_long"
  | "too_deep"
  | "duplicate_key"
  | "forbidden_key"
  | "undefined_value"
  | "unsupported_type"
  | "sparse_array"
  | "cycle";

type Message = string | ((limits: JsonLimits) => string);

/** What to do about each; no message repeats what the document holds. */
const MESSAGES: Readonly<Record<JsonFaultReason, Message>> = {
  empty: "The body is empty: send one JSON value.",
  too_large: ({ maxBytes }) => `The document is too large: send at most ${maxBytes} bytes.`,
  byte_order_mark: "The body starts with a byte order mark: send UTF-8 without one.",
  invalid_utf8: "The bytes here are not UTF-8: encode the body as UTF-8.",
  truncated: "The body ends in the middle of the document: send all of it.",
  trailing_content: "The document is complete before this point: send one JSON value and nothing after it.",
  unexpected_character:
    "This character cannot stand here: write JSON, with double quotes around keys and strings, commas between members, and true, false and null in lower case.",
  trailing_comma: "A comma needs a value after it: remove this one.",
  comment: "JSON has no comments: remove this one.",
  malformed_number: "This is not a JSON number: write digits, with digits on both sides of a point and after an e.",
  leading_zero: "A number cannot start with a zero before other digits: remove the zero, or send it as a string.",
  not_finite: "JSON has no NaN or Infinity: send null or a string.",
  number_overflow: "This number is too large to be held: send it as a string.",
  unsafe_integer:
    "This number is beyond 9007199254740991, the largest that every receiver holds exactly: send it as a string.",
  invalid_escape: 'After a backslash stands one of " \\ / b f n r t, or u with four hexadecimal digits.',
  control_character: "A control character cannot stand in a string as it is: write it as an escape such as \\n.",
  lone_surrogate: "Half a surrogate pair is not a character: send both halves, high before low.",
  string_too_long: ({ maxStringBytes }) => `This string is too long: send at most ${maxStringBytes} bytes of UTF-8.`,
  too_deep: ({ maxDepth }) => `The document is nested too deeply: use at most ${maxDepth} levels.`,
  duplicate_key: "This key stands twice in its object: keep one.",
  forbidden_key: "The keys __proto__, constructor and prototype are not accepted: choose another name.",
  undefined_value: "This value is undefined: leave the member out, or use null.",
  unsupported_type:
    "JSON carries null, booleans, numbers, strings, arrays and plain objects: convert this value first, dates and bigints to strings.",
  sparse_array: "This array has a hole: fill it, with null where there is no value.",
  cycle: "This value contains itself: send a copy without the circle.",
};

/** Why a value cannot be JSON, and where in it. */
export interface JsonValueFault {
  readonly code: "invalid_json" | "too_large";
  readonly reason: JsonFaultReason;
  /** JSON pointer (RFC 6901) to the value at fault, with long keys cut short; the innermost one that could be read. */
  readonly pointer: string;
  /** What to do about it; never quotes the document. */
  readonly message: string;
}

/** Why a text is not acceptable JSON, and where in it. */
export interface JsonFault extends JsonValueFault, TextPlace {}

/** A place in a text. */
export interface TextPlace {
  /** Bytes of UTF-8 before it. */
  readonly offset: number;
  /** 1-based; lines end with U+000A. */
  readonly line: number;
  /** 1-based, in code points. */
  readonly column: number;
}

/** Ends the reading of a document at its first fault; the caller turns it into a result. */
export class JsonRefusal extends Error {
  override readonly name = "JsonRefusal";
  readonly reason: JsonFaultReason;
  /** Index into the text; 0 where the document is a value without text. */
  readonly position: number;

  constructor(reason: JsonFaultReason, position = 0) {
    super(reason);
    this.reason = reason;
    this.position = position;
  }
}

export type JsonPath = readonly (string | number)[];

export function toValueFault(reason: JsonFaultReason, path: JsonPath, limits: JsonLimits): JsonValueFault {
  const message = MESSAGES[reason];
  return {
    code: reason === "too_large" ? "too_large" : "invalid_json",
    reason,
    pointer: path.reduce<string>((pointer, token) => toPointer(pointer, shorten(token)), ""),
    message: typeof message === "string" ? message : message(limits),
  };
}

/** Measures the text up to an index that does not split a surrogate pair. */
export function toTextPlace(text: string, position: number): TextPlace {
  let offset = 0;
  let line = 1;
  let column = 1;
  for (let index = 0; index < position; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index += 1;
    offset += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    column = codePoint === 0x0a ? 1 : column + 1;
    if (codePoint === 0x0a) line += 1;
  }
  return { offset, line, column };
}

const MAX_TOKEN_CHARACTERS = 64;

function shorten(token: string | number): string | number {
  if (typeof token === "number" || token.length <= MAX_TOKEN_CHARACTERS) return token;
  const characters = Array.from(token.slice(0, 2 * MAX_TOKEN_CHARACTERS + 2));
  if (characters.length <= MAX_TOKEN_CHARACTERS) return token;
  return `${characters.slice(0, MAX_TOKEN_CHARACTERS).join("")}…`;
}
