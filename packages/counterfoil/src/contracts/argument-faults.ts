import { MAX_ARGUMENT_FAULTS } from "../core/schema.ts";
import type { ArgumentFault } from "../core/schema.ts";

/** The faults of arguments (member `errors`), each in a sentence for the model that sent them. */
export function tellFaults({ errors }: { readonly errors?: unknown }): readonly string[] {
  return Array.isArray(errors) ? errors.filter(isTellable).slice(0, MAX_ARGUMENT_FAULTS).map(tellFault) : [];
}

function tellFault({ pointer, message }: TellableFault): string {
  return `${pointer === "" ? "arguments" : pointer}: ${message}`;
}

type TellableFault = Pick<ArgumentFault, "pointer" | "message">;

function isTellable(fault: unknown): fault is TellableFault {
  if (typeof fault !== "object" || fault === null || !("pointer" in fault) || !("message" in fault)) return false;
  return typeof fault.pointer === "string" && typeof fault.message === "string";
}
