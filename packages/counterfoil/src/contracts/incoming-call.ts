import { ProblemError } from "../core/error.ts";
import { isJsonObject, member } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import { faulty, ok } from "../core/result.ts";
import type { Result } from "../core/result.ts";
import { describeType } from "./member-reader.ts";
import type { MemberFault } from "./member-reader.ts";

/** Reads the arguments of a call: absent or null means none were chosen; anything else that is no object is a fault. */
export function readArguments(body: JsonObject, key: string): Result<JsonObject, ProblemError> {
  const value = member(body, key) ?? {};
  if (isJsonObject(value)) return ok(value);
  const message = `${key} is ${describeType(value)}: send an object, such as {}`;
  return faulty(
    new ProblemError("invalid_arguments", message, { extras: { errors: [{ pointer: "", keyword: "type", message }] } }),
  );
}

/** A request whose members do not fit the contract, with the place of each. */
export function toRequestProblem(faults: readonly MemberFault[]): ProblemError {
  const errors = faults.map(({ pointer, message }) => ({ pointer, message }));
  return new ProblemError("invalid_request", "The request does not fit the contract: see errors", {
    extras: { errors },
  });
}
