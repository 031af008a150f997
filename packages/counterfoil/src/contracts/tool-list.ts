import { isJsonObject, member } from "../core/json.ts";
import type { JsonArray, JsonValue } from "../core/json.ts";
import type { DocumentFault, QuarantinedTool, Tool } from "../core/tool.ts";
import { describeType } from "./member-reader.ts";
import type { MemberReader } from "./member-reader.ts";

const MAX_TOOLS = 200;
const MAX_SHOWN_NAME_LENGTH = 80;

/** The tools of a document: those that may be offered, those that may not, and all as they were declared. */
export interface DeclaredTools {
  readonly declared: JsonArray;
  readonly tools: readonly Tool[];
  readonly quarantined: readonly QuarantinedTool[];
}

export interface ToolListCodes {
  readonly list: string;
  readonly uniqueNames: string;
}

/** Sorts the member `tools`: each tool is read apart from the others, so that a bad one hides none of the good. */
export function sortTools(
  document: MemberReader,
  codes: ToolListCodes,
  readTool: (reader: MemberReader) => Tool | undefined,
): DeclaredTools | undefined {
  const declared = document.array("tools", codes.list);
  if (declared === undefined) return undefined;
  if (declared.length === 0 || declared.length > MAX_TOOLS) {
    return document.fault(codes.list, ["tools"], `tools holds ${declared.length} tools: declare 1 to ${MAX_TOOLS}`);
  }
  const tools: Tool[] = [];
  const quarantined: QuarantinedTool[] = [];
  for (const [index, value] of declared.entries()) {
    const reasons: DocumentFault[] = [];
    const reader = document.apart(isJsonObject(value) ? value : {}, reasons, "tools", index);
    const tool = isJsonObject(value) ? readTool(reader) : reader.fault(codes.list, [], notAnObject(value));
    reportNamesakes(reader, declared, index, codes.uniqueNames);
    if (tool !== undefined && reasons.length === 0) tools.push(tool);
    else quarantined.push({ name: toShownName(value, index), reasons });
  }
  return { declared, tools, quarantined };
}

/** None of two namesakes can be told from the other, so that neither is offered. */
function reportNamesakes(reader: MemberReader, declared: JsonArray, index: number, code: string): void {
  const name = nameOf(declared[index]);
  if (name === undefined) return;
  const others = declared.flatMap((other, at) => (at !== index && nameOf(other) === name ? [`/tools/${at}`] : []));
  if (others.length > 0)
    reader.fault(code, ["name"], `The same name stands at ${others.join(", ")}: rename all but one`);
}

function nameOf(tool: JsonValue | undefined): string | undefined {
  const name = isJsonObject(tool) ? member(tool, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

function toShownName(tool: JsonValue, index: number): string {
  return (nameOf(tool) || `tools/${index}`).slice(0, MAX_SHOWN_NAME_LENGTH);
}

function notAnObject(value: JsonValue): string {
  return `A tool is ${describeType(value)}: write it as an object with name and parameters`;
}
