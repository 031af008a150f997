import { ProblemError } from "../core/error.ts";
import type { ReplyFault } from "../core/outcome.ts";

/** What went wrong inside an adapter while it served a request; for its operator, never for the caller. */
export interface AdapterFault {
  readonly error: unknown;
  readonly traceId: string;
  /** Null where no tool was reached. */
  readonly tool: string | null;
}

export type ReportFault = (fault: AdapterFault) => void;

/** A handler's reply that cannot be sent. Its faults name rules and places, never content. */
export class HandlerReplyError extends Error {
  override readonly name = "HandlerReplyError";

  constructor(faults: readonly Pick<ReplyFault, "pointer" | "message">[]) {
    super(faults.map(({ pointer, message }) => `${pointer || "the reply"}: ${message}`).join("; "));
  }
}

/** Tells of faults without becoming one: what a reporter throws, or rejects with, must not cost the caller its answer. */
export function toSafeReport(report: (fault: AdapterFault) => unknown): ReportFault {
  return (fault) => {
    new Promise((resolve) => resolve(report(fault))).catch((error: unknown) => {
      printFault(fault);
      printFault({ ...fault, error });
    });
  };
}

/** Prints one line without the error's own text, which may hold what a contact sent. */
export function printFault({ error, traceId, tool }: AdapterFault): void {
  const what = error instanceof HandlerReplyError ? error.message : `${toName(error)} ${toPlace(error)}`.trimEnd();
  process.stderr.write(`counterfoil: ${tool ?? "request"} failed, trace ${traceId}: ${what} (see onFault for more)\n`);
}

function toName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Where it was thrown: the first frame below the text, which may have lines that look like frames. */
function toPlace(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return "";
  const { message, stack } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return stack.includes(message) ? (/^ +at .*$/m.exec(frames)?.[0].trim() ?? "") : "";
}

/** The problem to answer: a fixed sentence for anything that was not written for the caller. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const message = "The adapter failed and changed nothing. Its operator finds the cause by the trace id.";
  return new ProblemError("internal", message, { cause: error });
}
