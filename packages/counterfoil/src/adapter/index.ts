export { createAdapter } from "./create-adapter.ts";
export type { Adapter, AdapterOptions } from "./create-adapter.ts";
export type { CredentialOptions } from "./credentials.ts";
export { defineAction } from "./define-action.ts";
export type { ActionOptions } from "./define-action.ts";
export { defineTool } from "./define-tool.ts";
export type { ToolOptions } from "./define-tool.ts";
export { HandlerReplyError } from "./faults.ts";
export type { AdapterFault, ReportFault } from "./faults.ts";
export { refused, transient } from "./handler-reply.ts";
export type {
  ActionDraft,
  EvidenceDraft,
  HandlerReply,
  Refusal,
  RefusalCategory,
  RefusalOptions,
  Success,
  Transient,
  TransientOptions,
} from "./handler-reply.ts";
export type { StandardInput } from "./input-schema.ts";
export type { TestCallOptions } from "./test-call.ts";
export type { ActionRequest, ToolDefinition, ToolRequest, ToolTexts } from "./tool-definition.ts";
export type { HandlerContext } from "../contracts/contract.ts";
