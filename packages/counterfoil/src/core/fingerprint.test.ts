import { describe, expect, test } from "vitest";
import {
  isSameText,
  type ProviderFingerprintParts,
  toDomainPackFingerprint,
  toProviderFingerprint,
} from "./fingerprint.ts";
import { parsedValues, spell } from "./parsed-json.testdata.ts";
import { readVectors, toBytes } from "./vectors.testdata.ts";
import { CALL_LIMITS } from "./json-limits.ts";
import * as fc from "fast-check";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { toCanonicalJson } from "./canonical-json.ts";

interface Expectation {
  readonly name: string;
  readonly body: string;
  readonly fingerprint?: string;
  readonly refused?: string;
}

interface FingerprintVectors {
  readonly provider: readonly (Expectation & {
    readonly tool: string;
    readonly contract_version: string;
    readonly operation_id: string;
  })[];
  readonly domain_pack: readonly Expectation[];
}

interface ProviderBody {
  readonly arguments: JsonObject;
  readonly context: { readonly workspace: string; readonly subject: { readonly channel: string; readonly id: string } };
}

interface DomainPackBody {
  readonly toolName: string;
  readonly parameters: JsonObject;
  readonly context: { readonly partnerId: string; readonly phone: string; readonly operationKey: string };
}

const vectors: FingerprintVectors = JSON.parse(readVectors("fingerprints"));

function read(text: string): JsonValue {
  const parsed = parseJson(toBytes({ text }), CALL_LIMITS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
}

function readObject(text: string): JsonObject {
  const value = read(text);
  if (!isJsonObject(value)) throw new Error("The body is no object.");
  return value;
}

const KNOWN: ProviderFingerprintParts = {
  workspace: "ws_42",
  subject: { channel: "whatsapp", id: "12025550142" },
  tool: "request.create",
  contractVersion: "2026-09-01",
  operationId: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C",
  arguments: { service: "brake-service", qty: 1, note: "café موعد" },
};

describe("provider", () => {
  test("the known answer of the contract", () => {
    expect(toProviderFingerprint(KNOWN)).toBe("v1=:zpTYEsX5MaoNdSStXwquOZ/okvTC4XXLDi10sR8hyIM=:");
  });

  test.each(vectors.provider.filter(({ refused }) => refused === undefined))("$name", (vector) => {
    const { arguments: args, context }: ProviderBody = JSON.parse(toCanonicalJson(read(vector.body)));
    const print = toProviderFingerprint({
      workspace: context.workspace,
      subject: context.subject,
      tool: vector.tool,
      contractVersion: vector.contract_version,
      operationId: vector.operation_id,
      arguments: args,
    });
    expect(print).toBe(vector.fingerprint);
  });

  test.each(vectors.provider.filter(({ refused }) => refused !== undefined))("refused: $name", ({ body, refused }) => {
    expect(parseJson(toBytes({ text: body }), CALL_LIMITS)).toMatchObject({ ok: false, faults: [{ reason: refused }] });
  });

  test("members of the subject beyond channel and id do not count", () => {
    const subject = { ...KNOWN.subject, displayName: "Sam" };
    expect(toProviderFingerprint({ ...KNOWN, subject })).toBe(toProviderFingerprint(KNOWN));
  });

  test("each part counts", () => {
    const changes: readonly Partial<ProviderFingerprintParts>[] = [
      { workspace: "ws_43" },
      { subject: { channel: "sms", id: "12025550142" } },
      { subject: { channel: "whatsapp", id: "+12025550142" } },
      { tool: "request.Create" },
      { contractVersion: "2026-09-02" },
      { operationId: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9D" },
      { arguments: {} },
    ];
    const prints = changes.map((change) => toProviderFingerprint({ ...KNOWN, ...change }));
    expect(new Set([toProviderFingerprint(KNOWN), ...prints])).toHaveLength(changes.length + 1);
  });

  test("equal arguments, however spelled, have one print, and different ones two", () => {
    const objects = fc.dictionary(fc.constantFrom("a", "b", "c"), parsedValues, { noNullPrototype: true });
    fc.assert(
      fc.property(objects, objects, fc.nat(), (one, other, seed) => {
        const print = toProviderFingerprint({ ...KNOWN, arguments: one });
        expect(toProviderFingerprint({ ...KNOWN, arguments: readObject(spell(one, seed)) })).toBe(print);
        fc.pre(toCanonicalJson(one) !== toCanonicalJson(other));
        expect(toProviderFingerprint({ ...KNOWN, arguments: other })).not.toBe(print);
      }),
    );
  });
});

describe("domain pack", () => {
  test.each(vectors.domain_pack)("$name", ({ body, fingerprint }) => {
    const { toolName, parameters, context }: DomainPackBody = JSON.parse(toCanonicalJson(read(body)));
    const { partnerId, phone, operationKey } = context;
    expect(toDomainPackFingerprint({ partnerId, phone, toolName, operationKey, parameters })).toBe(fingerprint);
  });

  test("parts do not run into one another", () => {
    const parts = { partnerId: "a", phone: "b", toolName: "c", operationKey: "d", parameters: {} };
    expect(toDomainPackFingerprint({ ...parts, partnerId: "ab", phone: "" })).not.toBe(toDomainPackFingerprint(parts));
    expect(toDomainPackFingerprint({ ...parts, partnerId: "b", phone: "a" })).not.toBe(toDomainPackFingerprint(parts));
  });
});

describe("isSameText", () => {
  test("agrees with ===", () => {
    const texts = fc.string({ unit: "binary", maxLength: 4 });
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(isSameText(a, b)).toBe(a === b);
      }),
    );
    fc.assert(
      fc.property(texts, (a) => {
        expect(isSameText(a, a)).toBe(true);
      }),
    );
  });

  test("takes texts of different lengths, and tells lone surrogates apart", () => {
    expect(isSameText("secret", "secret-and-more")).toBe(false);
    expect(isSameText("", "a")).toBe(false);
    expect(isSameText("\ud800", "\ufffd")).toBe(false);
    expect(isSameText("\ud800", "\ud801")).toBe(false);
  });
});
