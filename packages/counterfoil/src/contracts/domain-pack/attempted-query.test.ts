import { expect, it } from "vitest";
import { requirement } from "../../../../../test/requirement.ts";
import { toAttemptedQuery } from "./attempted-query.ts";

const SCHEMA = {
  type: "object",
  properties: { service: {}, date: {}, qty: {}, tags: {} },
  additionalProperties: false,
};

it.each([
  { parameters: { date: "2026-11-09", service: "brake-service" }, query: "service=brake-service; date=2026-11-09" },
  { parameters: { tags: ["a"], qty: 2 }, query: 'qty=2; tags=["a"]' },
  { parameters: { zone: "x", service: "" }, query: "service=; zone=x" },
  { parameters: { qty: null }, query: "qty=null" },
  { parameters: {}, query: null },
])(`${requirement("domain-pack.envelope.attempted-query")}: $query`, ({ parameters, query }) => {
  expect(toAttemptedQuery(parameters, SCHEMA)).toBe(query);
});
