import { expect, it } from "vitest";
import * as adapter from "./index.ts";
import * as node from "./node.ts";
import * as memory from "../receipts/memory.ts";
import * as sqlite from "../receipts/sqlite.ts";

it("exports what the documentation names, and nothing else", () => {
  expect(Object.keys(adapter).sort()).toEqual([
    "HandlerReplyError",
    "createAdapter",
    "defineAction",
    "defineTool",
    "refused",
    "transient",
  ]);
  expect(Object.keys(node)).toEqual(["serve"]);
  expect(Object.keys(memory)).toEqual(["memoryReceipts"]);
  expect(Object.keys(sqlite)).toEqual(["sqliteReceipts"]);
});
