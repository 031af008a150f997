import { isJsonMediaType } from "../contracts/media-type.ts";
import type { WireHeaders } from "../contracts/contract.ts";
import { ProblemError } from "../core/error.ts";
import { CALL_LIMITS } from "../core/json-limits.ts";
import type { JsonValue } from "../core/json.ts";
import { parseJson } from "../core/parse-json.ts";

/** The body of a request as it streams in. */
export type BodyStream = ReadableStream<Uint8Array>;

/** Refuses a body that is not plain JSON, or says that it is too large, before a byte of it is read. */
export function requireJson(headers: WireHeaders): void {
  const { "content-type": type, "content-encoding": encoding = "identity", "content-length": length = "0" } = headers;
  if (!isJsonMediaType(type) || encoding.toLowerCase() !== "identity") {
    throw new ProblemError(
      "unsupported_media_type",
      "Send the body as Content-Type: application/json in UTF-8, without Content-Encoding",
    );
  }
  if (Number(length) > CALL_LIMITS.maxBytes) throw tooLarge();
}

/** Reads a body of JSON, and never holds more of it than the limit. */
export async function readJson(body: BodyStream | null): Promise<JsonValue> {
  const parsed = parseJson(await readBytes(body), CALL_LIMITS);
  if (parsed.ok) return parsed.value;
  const [fault] = parsed.faults;
  const { code = "invalid_json", message = "Send one JSON value", ...place } = fault ?? {};
  throw new ProblemError(code, message, { extras: { ...place } });
}

async function readBytes(body: BodyStream | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // The rest of a body that is too large stays unread: cancelling would cut the connection before it is answered.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      length += chunk.length;
      if (length > CALL_LIMITS.maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError("invalid_json", "The body was cut off: send all of it", { cause: error });
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ProblemError {
  return new ProblemError("too_large", `Send at most ${CALL_LIMITS.maxBytes} bytes`);
}
