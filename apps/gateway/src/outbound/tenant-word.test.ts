import { expect, test } from "vitest";
import { LOST_REASONS } from "./delivery.ts";
import { toTenantWord } from "./tenant-word.ts";

test("a tenant learns one of four words, whatever the reason", () => {
  expect(Object.fromEntries(LOST_REASONS.map((reason) => [reason, toTenantWord(reason)]))).toEqual({
    bad_headers: "unreachable",
    busy: "unreachable",
    closed: "unreachable",
    dns: "unreachable",
    refused_address: "unreachable",
    connect: "unreachable",
    tls: "tls",
    timeout: "timeout",
    reset: "bad_response",
    bad_reply: "bad_response",
    bad_encoding: "bad_response",
    too_large: "bad_response",
  });
});
