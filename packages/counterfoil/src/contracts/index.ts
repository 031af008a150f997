export type {
  AdapterRoute,
  Catalog,
  Contract,
  ContractName,
  DomainDescription,
  HandlerContext,
  IncomingCall,
  Partner,
  ReceiptAnswer,
  ReceiptRecord,
  ReceiptSupport,
  ToolCall,
  ToolReply,
  VoidReceipt,
  WireHeaders,
  WireReply,
  WireRequest,
} from "./contract.ts";
export { checkCredential } from "./header-value.ts";
export { domainPackContract } from "./domain-pack/domain-pack-contract.ts";
export { parsePack } from "./domain-pack/pack.ts";
export { isJsonMediaType } from "./media-type.ts";
export { parseManifest } from "./provider/manifest.ts";
export { providerContract } from "./provider/provider-contract.ts";
