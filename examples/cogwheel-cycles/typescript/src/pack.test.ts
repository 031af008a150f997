import { readFileSync } from "node:fs";
import { parsePack } from "counterfoil/contracts";
import { describe, expect, it } from "vitest";
import { openWorkshop } from "./workshop.ts";

describe("pack.yaml", () => {
  it.todo("x");
});
