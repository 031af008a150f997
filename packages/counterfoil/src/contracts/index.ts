export type { ContractName, WireHeaders, WireReply, WireRequest } from "./contract.ts";
