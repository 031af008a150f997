const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/** Whether a `Content-Type` is JSON in UTF-8 (contract §6): no other parameter than `charset=utf-8`, case aside. */
export function isJsonMediaType(contentType: string | undefined): boolean {
  return readUtf8Type(contentType) === JSON_TYPE;
}

/** As `isJsonMediaType`, or the type of problem documents (RFC 9457). */
export function isProblemMediaType(contentType: string | undefined): boolean {
  const type = readUtf8Type(contentType);
  return type === PROBLEM_TYPE || type === JSON_TYPE;
}

function readUtf8Type(contentType: string | undefined): string | null {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const isUtf8 =
    parameters.length === 0 || (parameters.length === 1 && /^\s*charset=("?)utf-8\1\s*$/.test(parameters[0] ?? ""));
  return isUtf8 ? type.trim() : null;
}
