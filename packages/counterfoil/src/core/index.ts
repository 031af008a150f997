export { toCanonicalJson } from "./canonical-json.ts";
export type { CallContext, OperationIdentity, Subject } from "./context.ts";
export { checkEvidence, type EvidenceCheckParams } from "./check-evidence.ts";
export { currencyDigits } from "./currency.ts";
export { isEqualJson } from "./equal-json.ts";
export {
  ERROR_CODES,
  ProblemError,
  SetupError,
  toProblemDocument,
  type Effect,
  type ErrorCode,
  type ProblemDocument,
  type ProblemExtras,
  type ProblemOptions,
} from "./error.ts";
export { EVIDENCE_RULES, type EvidenceFault, type EvidenceRule } from "./evidence-fault.ts";
export {
  EVIDENCE_KINDS,
  type ActionChange,
  type ActionEvidence,
  type ActionResult,
  type CompletenessEvidence,
  type EntityEvidence,
  type Evidence,
  type EvidenceKind,
  type LocalizedText,
  type Money,
  type ReferenceEvidence,
  type ValueEvidence,
} from "./evidence.ts";
export type { FactDeclaration, FactType, StoreEntry, StoreUpdate } from "./facts.ts";
export { isSameText, toDomainPackFingerprint, toProviderFingerprint } from "./fingerprint.ts";
export { createId, isOperationId, readUlidTime } from "./identifier.ts";
export {
  isJsonArray,
  isJsonObject,
  member,
  toPointer,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "./json.ts";
export { isLanguageTag } from "./language.ts";
export type { OperationEvent, RecordedOutcome, TransitionFault, TransitionFaultCode } from "./operation-event.ts";
export { applyEvent } from "./operation-transition.ts";
export {
  attemptInFlight,
  isFinal,
  isProvenIdle,
  OPERATION_STATES,
  PREPARED_OPERATION,
  type Attempt,
  type AttemptEnd,
  type AttemptPhase,
  type FinalState,
  type Operation,
  type OperationState,
} from "./operation.ts";
export {
  ERROR_CATEGORIES,
  OUTCOMES,
  toOutcome,
  type AgentError,
  type Answer,
  type AnswerCause,
  type ErrorCategory,
  type FaultedAnswer,
  type Outcome,
  type Receipt,
  type ReplyFault,
  type SettledAnswer,
} from "./outcome.ts";
export { checkJson } from "./check-json.ts";
export { parseJson } from "./parse-json.ts";
export { CALL_LIMITS, MANIFEST_LIMITS, PACK_LIMITS, REPLY_LIMITS, type JsonLimits } from "./json-limits.ts";
export { faulty, ok, type Faulty, type Ok, type Result } from "./result.ts";
export {
  MAX_ARGUMENT_FAULTS,
  parseClosedSchema,
  SCHEMA_FAULT_CODES,
  SCHEMA_LIMITS,
  type ArgumentFault,
  type ClosedSchema,
  type SchemaFaultCode,
} from "./schema.ts";
export { isDate, isDateTime, isDuration, isTime, isTimeZone, parseInstant, toOffsetDateTime } from "./time.ts";
export { createTraceId, isTraceId, readTraceparent, toTraceparent } from "./trace.ts";
export type { DocumentFault, QuarantinedTool, Tool } from "./tool.ts";
