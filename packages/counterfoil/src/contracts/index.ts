export type { ContractName } from "./contract.ts";
