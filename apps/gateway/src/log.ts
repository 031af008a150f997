import { pino } from "pino";

/**
 * All that a log line may carry beside its message: names and numbers, never what was said, sent or received. Ids that an application
 * chooses, such as a conversation's, are not among them: many choose the phone.
 */
export interface LogFields {
  readonly callId?: string;
  readonly operationId?: string;
  readonly workspaceId?: string;
  readonly connectionId?: string;
  readonly keyId?: string;
  readonly instanceId?: string;
  readonly traceId?: string;
  readonly tool?: string;
  readonly action?: string;
  readonly outcome?: string;
  readonly code?: string;
  readonly phase?: string;
  readonly reason?: string;
  readonly route?: string;
  readonly method?: string;
  readonly status?: number;
  readonly attempt?: number;
  readonly count?: number;
  readonly durationMs?: number;
}

const FIELDS = {
  callId: "string",
  operationId: "string",
  workspaceId: "string",
  connectionId: "string",
  keyId: "string",
  instanceId: "string",
  traceId: "string",
  tool: "string",
  action: "string",
  outcome: "string",
  code: "string",
  phase: "string",
  reason: "string",
  route: "string",
  method: "string",
  status: "number",
  attempt: "number",
  count: "number",
  durationMs: "number",
} as const satisfies Record<keyof LogFields, "string" | "number">;

/** Words for ids, codes and names; a value with a space, a `+` or a quote in it is something else and is not written. */
const FIELD_VALUE = /^[\w.:/{}@-]{1,128}$/;
/** A phone passed as an id, or one of our own keys. */
const NEVER_A_VALUE = /^\d+$|cf_(live|conv)_/;
const MAX_CAUSES = 4;
const MAX_STACK_LINES = 12;

/** Where lines go: one JSON document each. */
export interface LogSink {
  write(line: string): void;
}

/** The gateway's log. Messages are fixed sentences of the code; whatever varies is a field. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** An error nobody foresaw, with where it came from but not with its text. */
  fault(message: string, error: unknown, fields?: LogFields): void;
}

export function createLog(sink: LogSink): Log {
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    sink,
  );
  return {
    info: (message, fields = {}) => logger.info(toAllowed(fields), message),
    warn: (message, fields = {}) => logger.warn(toAllowed(fields), message),
    fault: (message, error, fields = {}) => logger.error({ ...toAllowed(fields), causes: toCauses(error) }, message),
  };
}

/** The type keeps other fields out while code is written; this does it for objects that arrive with more than their type says. */
function toAllowed(fields: LogFields): Record<string, string | number> {
  const allowed: Record<string, string | number> = {};
  for (const [name, type] of Object.entries(FIELDS)) {
    const value: unknown = Reflect.get(fields, name);
    if (type === "number" && typeof value === "number" && Number.isFinite(value)) allowed[name] = value;
    if (type === "string" && typeof value === "string" && isFieldValue(value)) allowed[name] = value;
  }
  return allowed;
}

function isFieldValue(text: string): boolean {
  return FIELD_VALUE.test(text) && !NEVER_A_VALUE.test(text);
}

interface LoggedCause {
  readonly name: string;
  readonly code: string | null;
  /** Functions and lines of our code, without the text that stands before them. */
  readonly stack: readonly string[];
}

/**
 * The error and what it was caused by, without any text of theirs: libraries quote in their messages what they choked on, be it a
 * header with its credential or the first characters of a reply. Name, code and place are enough to find the line.
 */
function toCauses(error: unknown): readonly LoggedCause[] {
  const causes: LoggedCause[] = [];
  for (let cause = error; cause !== undefined && causes.length < MAX_CAUSES;) {
    causes.push(toCause(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

function toCause(error: unknown): LoggedCause {
  if (!(error instanceof Error)) return { name: typeof error, code: null, stack: [] };
  const code: unknown = Reflect.get(error, "code");
  return {
    name: toWord(error.name) ?? "Error",
    code: typeof code === "string" ? toWord(code) : null,
    stack: toFrames(error),
  };
}

function toWord(text: string): string | null {
  return /^[A-Za-z][\w.]{0,63}$/.test(text) && isFieldValue(text) ? text : null;
}

/** A message can span lines and even imitate frames, so it is cut off by its length where it stands, and else no frame is believed. */
function toFrames({ stack = "", message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  if (start === -1) return [];
  const lines = stack.slice(start + message.length).split("\n");
  return lines
    .filter((line) => /^ {4}at \S/.test(line))
    .slice(0, MAX_STACK_LINES)
    .map((line) => line.trim());
}
