import { describe } from "vitest";
import { READ_EVIDENCE, toActionEvidence, toReceipt } from "./contract.testdata.ts";
import { testContract } from "./contract.testsuite.ts";
import { domainPackContract } from "./domain-pack/domain-pack-contract.ts";
import { providerContract } from "./provider/provider-contract.ts";

describe("the provider contract", () => {
  testContract({
    contract: providerContract,
    carries: { evidence: true, data: false, store: false },
    toSuccessDocument: (call) =>
      JSON.parse(
        JSON.stringify({
          status: "succeeded",
          evidence: call.tool.mutating ? [toActionEvidence(call, "done")] : READ_EVIDENCE,
          ...(call.tool.mutating ? { receipt: toReceipt(call) } : {}),
        }),
      ),
  });
});

describe("the domain-pack contract", () => {
  testContract({
    contract: domainPackContract,
    carries: { evidence: false, data: true, store: true },
    toSuccessDocument: () => ({ data: { isError: false, content: "3 free slot(s) on 2026-11-09." } }),
  });
});
