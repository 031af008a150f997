import { parseClosedSchema } from "../core/schema.ts";
import type { ClosedSchema } from "../core/schema.ts";
import type { MemberReader } from "./member-reader.ts";

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/;
const MAX_NAME_LENGTH = 64;
export const MAX_TIMEOUT_MS = 10_000;

export const TOOL_NAME_RULE: string = `at most ${MAX_NAME_LENGTH} of A-Z a-z 0-9 _ - in parts joined by dots, starting with a letter`;

/** Whether a text is a name of a tool or action (contract §2.1). */
export function isToolName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && TOOL_NAME.test(name);
}

export function readToolName(reader: MemberReader, code: string): string | undefined {
  const name = reader.string("name", code);
  return name === undefined || isToolName(name)
    ? name
    : reader.fault(code, ["name"], `name does not fit: ${TOOL_NAME_RULE}`);
}

/** The schema of a tool's arguments: of the closed subset, and for an object. */
export function readParameters(reader: MemberReader, code: string): ClosedSchema | undefined {
  const declared = reader.members("parameters", code);
  if (declared === undefined) return undefined;
  const schema = parseClosedSchema(declared.object);
  return schema.ok ? schema.value : declared.adopt(schema.faults, declared.pointer);
}
