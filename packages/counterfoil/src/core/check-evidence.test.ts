import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkEvidence, MAX_EVIDENCE_FAULTS } from "./check-evidence.ts";
import type { EvidenceCheckParams } from "./check-evidence.ts";
import { EVIDENCE_VALUE_TYPES } from "./evidence.ts";
import { EVIDENCE_RULES } from "./evidence-fault.ts";
import type { EvidenceRule } from "./evidence-fault.ts";
import {
  action,
  completeness,
  entity,
  mutationReply,
  readItems,
  readReply,
  reference,
  valueOf,
} from "./evidence.testdata.ts";
import { jsonValues } from "./json.testdata.ts";
import type { JsonObject, JsonValue } from "./json.ts";

function codesOf(params: EvidenceCheckParams): readonly string[] {
  const result = checkEvidence(params);
  return result.ok ? [] : result.faults.map((fault) => fault.code);
}

function idOf(item: JsonObject): string {
  const id = item["id"];
  return typeof id === "string" ? id : "";
}

function without(item: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));
}

/** The full reading reply with the members of one item changed; a member set to undefined is left out. */
function readWith(id: string, change: Readonly<Record<string, JsonValue | undefined>>): EvidenceCheckParams {
  return readReply(readItems().map((item) => (item["id"] === id ? changed(item, change) : item)));
}

function mutationWith(change: Readonly<Record<string, JsonValue | undefined>>): EvidenceCheckParams {
  return mutationReply([entity, changed(action, change)]);
}

function changed(item: JsonObject, change: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.entries(change).reduce<JsonObject>(
    (result, [name, value]) => (value === undefined ? without(result, name) : { ...result, [name]: value }),
    item,
  );
}

function readTool(...producesEvidence: EvidenceCheckParams["tool"]["producesEvidence"]): EvidenceCheckParams["tool"] {
  return { producesEvidence, mutating: false, action: null };
}

describe("sound evidence", () => {
  it("gives the items back, of every kind and value type", () => {
    const params = readReply();
    expect(checkEvidence(params)).toEqual({ ok: true, value: params.items });
    expect(
      readItems()
        .filter((item) => item["kind"] === "value")
        .map((item) => item["type"]),
    ).toEqual([...EVIDENCE_VALUE_TYPES]);
  });

  const empty = changed(completeness, { returned: 0, total: 0 });
  it.each<[string, EvidenceCheckParams]>([
    ["a mutation done", mutationReply()],
    [
      "a mutation that changes nothing to show",
      mutationWith({
        changes: [
          { name: "note", from: "", to: 1 },
          { name: "on", from: false, to: null },
        ],
      }),
    ],
    [
      "an accepted mutation without its entity",
      mutationReply([changed(action, { result: "accepted", effected_at: undefined, entity: undefined })]),
    ],
    [
      "a refused mutation",
      {
        ...mutationReply([changed(action, { result: "refused", effected_at: undefined, entity: undefined })]),
        status: "refused",
      },
    ],
    ["a refused read without items", { ...readReply([]), status: "refused" }],
    ["a search that found nothing", readReply([empty])],
    ["a page of more", readWith("all_requests", { complete: false, total: 7, next: "page-2" })],
    ["a page of unknown total", readWith("all_requests", { complete: false, total: undefined, next: "page-2" })],
    ["a query that names fewer arguments", readWith("all_requests", { query: { filter: { tags: ["a", 1.0] } } })],
    [
      "two collections",
      readReply([...readItems(), { ...completeness, id: "bikes", collection: "bike", returned: 0, total: 0 }]),
    ],
    ["nothing declared", { ...readReply([]), tool: readTool() }],
    [
      "200 items",
      {
        ...readReply(Array.from({ length: 200 }, (_, n) => ({ ...entity, id: `e${n}`, ref: `R-${n}` }))),
        tool: readTool("entity"),
      },
    ],
    ["512 characters of two code units", readWith("the_text", { value: "😀".repeat(512) })],
    ["a clock 30 s ahead", readWith("request", { as_of: "2026-11-09T06:00:30Z" })],
    [
      "codes and names of Object.prototype",
      readWith("the_code", { value: "toString", labels: { toString: { en: "Text" } } }),
    ],
  ])("takes %s", (_, params) => expect(checkEvidence(params)).toMatchObject({ ok: true }));

  it.each([
    ["1.505", "KWD"],
    ["2.755", "JOD"],
    ["100", "JPY"],
    ["9007199254740993.01", "AED"],
    ["-5.00", "AED"],
    ["0", "AED"],
    ["12.50", "HUF"],
  ])("takes %s %s", (amount, currency) =>
    expect(codesOf(readWith("the_money", { value: { amount, currency } }))).toEqual([]),
  );
});

describe("money", () => {
  it.each<[JsonValue, JsonValue, EvidenceRule]>([
    ["100.00", "JPY", "money_digits"],
    ["1.5055", "KWD", "money_digits"],
    ["1e3", "AED", "money_amount"],
    ["-0", "AED", "money_amount"],
    ["-0.00", "AED", "money_amount"],
    ["1,000.00", "AED", "money_amount"],
    ["١٨٠", "AED", "money_amount"],
    [" 180.00", "AED", "money_amount"],
    ["+5", "AED", "money_amount"],
    ["007", "AED", "money_amount"],
    [".5", "AED", "money_amount"],
    ["5.", "AED", "money_amount"],
    ["", "AED", "money_amount"],
    ["9".repeat(41), "AED", "money_amount"],
    [180, "AED", "money_amount"],
    ["180.00", "usd", "money_currency"],
    ["180.00", "XXX", "money_currency"],
    ["180.00", "ZZZ", "money_currency"],
    ["180.00", null, "money_currency"],
  ])("refuses %j %j", (amount, currency, code) =>
    expect(codesOf(readWith("the_money", { value: { amount, currency } }))).toEqual([code]),
  );
});

describe("text", () => {
  it.each([
    "\u0000",
    "\n",
    "\u007F",
    "\u0085",
    "\u2028",
    "\u202A",
    "\u202E",
    "\u2066",
    "\u2069",
    "\u{E0041}",
    "\uD800",
  ])("refuses %j wherever a text stands", (character) => {
    const text = `a${character}b`;
    expect(codesOf(readWith("the_text", { value: text }))).toEqual(["text_character"]);
    expect(codesOf(readWith("request", { label: { en: text } }))).toEqual(["text_character"]);
    expect(codesOf(readWith("the_integer", { unit: text }))).toEqual(["text_character"]);
    expect(codesOf(mutationWith({ changes: [{ name: "note", from: null, to: text }] }))).toEqual(["text_character"]);
  });

  it.each(["\u200F", "\u200E", "\u200D", "\u200C"])("takes the harmless mark %j", (mark) =>
    expect(codesOf(readWith("the_text", { value: `a${mark}b` }))).toEqual([]),
  );
});

/** Replies that break one rule each, at one place. */
const BREACHES: readonly (readonly [EvidenceRule, string, EvidenceCheckParams, string])[] = [
  ["items_not_array", "no evidence at all", { ...readReply(), items: undefined }, ""],
  ["items_not_array", "an object for the items", readReply({ 0: entity }), ""],
  ["too_many_items", "201 items", readReply(Array.from({ length: 201 }, () => entity)), ""],
  ["item_not_object", "a string for an item", readReply([...readItems(), "done"]), "/14"],
  ["kind_unknown", "a kind nobody knows", readWith("request", { kind: "proof" }), "/0/kind"],
  ["kind_unknown", "a kind named like a method", readWith("request", { kind: "toString" }), "/0/kind"],
  ["member_missing", "no id", readWith("request", { id: undefined }), "/0/id"],
  ["member_missing", "no as_of", readWith("request", { as_of: undefined }), "/0/as_of"],
  ["member_missing", "no value", readWith("the_text", { value: undefined }), "/13/value"],
  ["member_missing", "no value type", readWith("the_text", { type: undefined }), "/13/type"],
  [
    "member_missing",
    "a change without its end",
    mutationWith({ changes: [{ name: "a", from: 1 }] }),
    "/1/changes/0/to",
  ],
  ["member_unknown", "a member too many", readWith("request", { colour: "red" }), "/0/colour"],
  ["member_unknown", "a member of another kind", readWith("request", { code: "CW-1000" }), "/0/code"],
  [
    "member_unknown",
    "money with more",
    readWith("the_money", { value: { amount: "1", currency: "AED", tax: "0" } }),
    "/3/value/tax",
  ],
  ["member_type", "a number for a text", readWith("request", { ref: 1001 }), "/0/ref"],
  ["member_type", "a string for money", readWith("the_money", { value: "180.00 AED" }), "/3/value"],
  ["member_type", "a string for a boolean", readWith("the_boolean", { value: "false" }), "/12/value"],
  ["member_type", "a string for a label", readWith("request", { label: "Request" }), "/0/label"],
  ["member_type", "an array for labels", readWith("the_code", { labels: [] }), "/11/labels"],
  ["member_type", "a list for a query", readWith("all_requests", { query: [] }), "/1/query"],
  ["member_type", "a number for complete", readWith("all_requests", { complete: 1 }), "/1/complete"],
  ["member_type", "an object for changes", mutationWith({ changes: {} }), "/1/changes"],
  ["member_type", "a string for a change", mutationWith({ changes: ["open"] }), "/1/changes/0"],
  [
    "member_type",
    "an object changed",
    mutationWith({ changes: [{ name: "a", from: {}, to: 1 }] }),
    "/1/changes/0/from",
  ],
  ["id_malformed", "a capital in the id", readWith("all_requests", { id: "All" }), "/1/id"],
  ["id_malformed", "an id of 41 characters", readWith("all_requests", { id: "a".repeat(41) }), "/1/id"],
  ["id_repeated", "two items of one id", readWith("all_requests", { id: "quote_this" }), "/2/id"],
  ["instant_invalid", "as_of without offset", readWith("request", { as_of: "2026-11-09T10:00:00" }), "/0/as_of"],
  [
    "instant_invalid",
    "a day that is none",
    readWith("quote_this", { expires_at: "2026-02-30T00:00:00Z" }),
    "/2/expires_at",
  ],
  ["instant_invalid", "a bare date", readWith("the_text", { valid_until: "2026-11-10" }), "/13/valid_until"],
  [
    "instant_invalid",
    "an offset that is none",
    mutationWith({ effected_at: "2026-11-09T10:00:00+24:00" }),
    "/1/effected_at",
  ],
  ["as_of_in_future", "a clock 31 s ahead", readWith("request", { as_of: "2026-11-09T06:00:31Z" }), "/0/as_of"],
  ["text_empty", "an empty reference", readWith("request", { ref: "" }), "/0/ref"],
  ["text_too_long", "513 characters", readWith("the_text", { value: "a".repeat(513) }), "/13/value"],
  ["text_too_long", "513 characters of two code units", readWith("the_text", { value: "😀".repeat(513) }), "/13/value"],
  ["text_character", "a direction override", readWith("request", { label: { en: "a\u202Eb" } }), "/0/label/en"],
  ["label_empty", "a label in no language", readWith("request", { label: {} }), "/0/label"],
  [
    "label_language",
    "a label in no real language",
    readWith("request", { label: { en_GB: "Request" } }),
    "/0/label/en_GB",
  ],
  ["value_type_unknown", "a type nobody knows", readWith("the_text", { type: "string" }), "/13/type"],
  [
    "money_amount",
    "an exponent",
    readWith("the_money", { value: { amount: "1e3", currency: "AED" } }),
    "/3/value/amount",
  ],
  ["money_currency", "no currency", readWith("the_money", { value: { amount: "1" } }), "/3/value/currency"],
  [
    "money_digits",
    "a third digit",
    readWith("the_money", { value: { amount: "1.000", currency: "AED" } }),
    "/3/value/amount",
  ],
  ["integer_invalid", "a fraction", readWith("the_integer", { value: 1.5 }), "/4/value"],
  ["integer_invalid", "a number as text", readWith("the_integer", { value: "3" }), "/4/value"],
  ["decimal_invalid", "a number for a decimal", readWith("the_decimal", { value: 12.5 }), "/5/value"],
  ["percent_invalid", "a percent sign", readWith("the_percent", { value: "5%" }), "/6/value"],
  ["date_invalid", "a day that is none", readWith("the_date", { value: "2026-02-30" }), "/7/value"],
  ["time_invalid", "a time with offset", readWith("the_time", { value: "09:30+04:00" }), "/8/value"],
  [
    "datetime_invalid",
    "a moment without offset",
    readWith("the_datetime", { value: "2026-11-09T09:30:00" }),
    "/9/value",
  ],
  ["duration_invalid", "minutes as a number", readWith("the_duration", { value: 90 }), "/10/value"],
  ["zone_missing", "a time without zone", readWith("the_time", { zone: undefined }), "/8/zone"],
  ["zone_forbidden", "a date with zone", readWith("the_date", { zone: "UTC" }), "/7/zone"],
  ["zone_unknown", "an offset for a zone", readWith("the_time", { zone: "+04:00" }), "/8/zone"],
  ["labels_missing", "a code without labels", readWith("the_code", { labels: undefined }), "/11/labels"],
  ["labels_forbidden", "a text with labels", readWith("the_text", { labels: { a: { en: "A" } } }), "/13/labels"],
  [
    "labels_without_code",
    "labels of other codes",
    readWith("the_code", { labels: { closed: { en: "Closed" } } }),
    "/11/labels",
  ],
  ["labels_without_code", "a code named like a method", readWith("the_code", { value: "toString" }), "/11/labels"],
  ["action_result_unknown", "another word for done", mutationWith({ result: "success" }), "/1/result"],
  ["effected_at_missing", "done at no time", mutationWith({ effected_at: undefined }), "/1/effected_at"],
  ["effected_at_forbidden", "accepted, yet in effect", mutationWith({ result: "accepted" }), "/1/effected_at"],
  ["reference_code", "a code with a space", readWith("quote_this", { code: "CW 1000" }), "/2/code"],
  ["reference_code", "a code of 65 characters", readWith("quote_this", { code: "1".repeat(65) }), "/2/code"],
  ["reference_code", "Arabic digits", readWith("quote_this", { code: "CW-١٠٠٠" }), "/2/code"],
  ["count_invalid", "a negative count", readWith("all_requests", { returned: -1 }), "/1/returned"],
  ["count_invalid", "a count as text", readWith("all_requests", { total: "1" }), "/1/total"],
  ["complete_with_next", "complete, yet more to come", readWith("all_requests", { next: "page-2" }), "/1/next"],
  ["total_mismatch", "complete, yet of more", readWith("all_requests", { total: 2 }), "/1/total"],
  ["total_mismatch", "fewer than were returned", readWith("all_requests", { complete: false, total: 0 }), "/1/total"],
  [
    "kind_undeclared",
    "a kind the tool never named",
    { ...readReply([entity, reference]), tool: readTool("entity") },
    "/1/kind",
  ],
  ["kind_missing", "an entity without its values", readReply([entity, completeness, reference]), ""],
  ["kind_missing", "no completeness", readReply(readItems().filter((item) => item !== completeness)), ""],
  ["kind_missing", "a mutation done without its entity", mutationReply([changed(action, { entity: undefined })]), ""],
  [
    "entity_repeated",
    "one record twice",
    { ...readReply([entity, { ...entity, id: "again" }]), tool: readTool("entity") },
    "/1/ref",
  ],
  ["link_broken", "a value of nothing", readWith("the_text", { entity: "nowhere" }), "/13/entity"],
  ["link_broken", "a reference to a value", readWith("quote_this", { entity: "the_text" }), "/2/entity"],
  ["link_broken", "an action on nothing", mutationWith({ entity: "nowhere" }), "/1/entity"],
  ["value_repeated", "one fact twice", readReply([...readItems(), { ...valueOf("text"), id: "again" }]), "/14/name"],
  [
    "completeness_repeated",
    "one collection twice",
    readReply([...readItems(), { ...completeness, id: "again" }]),
    "/14/collection",
  ],
  ["returned_mismatch", "an entity short", readWith("all_requests", { returned: 2, total: 2 }), "/1/returned"],
  ["query_mismatch", "another argument", readWith("all_requests", { query: { status: "closed" } }), "/1/query/status"],
  [
    "query_mismatch",
    "an argument never sent",
    readWith("all_requests", { query: { colour: "red" } }),
    "/1/query/colour",
  ],
  [
    "query_mismatch",
    "an argument of Object.prototype",
    readWith("all_requests", { query: { valueOf: 1 } }),
    "/1/query/valueOf",
  ],
  [
    "query_mismatch",
    "an argument changed deep inside",
    readWith("all_requests", { query: { filter: { tags: ["a", "1"] } } }),
    "/1/query/filter",
  ],
  ["action_on_read", "an action of a reading tool", readReply([...readItems(), action]), "/14"],
  ["action_missing", "a mutation without receipt", mutationReply([entity]), ""],
  ["action_missing", "a refusal without receipt", { ...mutationReply([]), status: "refused" }, ""],
  ["action_repeated", "two actions", mutationReply([entity, action, { ...action, id: "again" }]), "/2"],
  ["action_name_mismatch", "another action", mutationWith({ action: "request.cancel" }), "/1/action"],
  [
    "operation_mismatch",
    "another operation",
    mutationWith({ operation_id: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9D" }),
    "/1/operation_id",
  ],
  [
    "fingerprint_mismatch",
    "another request",
    mutationWith({ request_fingerprint: "v1=:AAAA:" }),
    "/1/request_fingerprint",
  ],
  [
    "action_result_mismatch",
    "refused, yet succeeded",
    mutationWith({ result: "refused", effected_at: undefined }),
    "/1/result",
  ],
  ["action_result_mismatch", "done, yet refused", { ...mutationReply(), status: "refused" }, "/1/result"],
];

describe("evidence that breaks a rule", () => {
  it.each(BREACHES)("%s: %s", (code, _, params, pointer) => {
    const result = checkEvidence(params);
    expect(result).toMatchObject({ ok: false, faults: [{ code, pointer: `/evidence${pointer}` }] });
  });

  it("is shown for every rule there is", () => {
    expect(new Set(BREACHES.map(([code]) => code))).toEqual(new Set(EVIDENCE_RULES));
  });

  it("is reported fault by fault, those of the items before those of the reply", () => {
    const items = [
      { ...entity, ref: "" },
      { ...reference, code: "", entity: "nowhere" },
    ];
    expect(codesOf(readReply(items))).toEqual(["text_empty", "reference_code"]);
    expect(codesOf(readReply([completeness, { ...reference, entity: "nowhere" }]))).toEqual([
      "kind_missing",
      "kind_missing",
      "link_broken",
      "returned_mismatch",
    ]);
  });

  it("is reported up to a limit", () => {
    const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, 1]));
    expect(codesOf(readReply([{ ...entity, ...flood }]))).toHaveLength(MAX_EVIDENCE_FAULTS);
  });

  it("is never quoted in a message", () => {
    const secret = "s3cr3t";
    for (const item of readItems()) {
      for (const name of Object.keys(item)) {
        const result = checkEvidence(readWith(idOf(item), { [name]: `\u202E${secret}` }));
        expect(JSON.stringify(result)).not.toContain(secret);
      }
    }
  });
});

describe("whatever comes", () => {
  it("is judged without a throw", () => {
    fc.assert(
      fc.property(jsonValues, fc.boolean(), (items, mutating) => {
        const judged = checkEvidence(mutating ? mutationReply(items) : readReply(items));
        expect(judged.ok || judged.faults.length > 0).toBe(true);
      }),
    );
  });

  it("is judged without a throw where one member of a sound item is anything", () => {
    const members = readItems().flatMap((item) => Object.keys(item).map((name) => [idOf(item), name] as const));
    fc.assert(
      fc.property(fc.constantFrom(...members), jsonValues, ([id, name], value) => {
        const judged = checkEvidence(readWith(id, { [name]: value }));
        const places = judged.ok ? [] : judged.faults.map((fault) => fault.pointer);
        expect(places.every((place) => place.startsWith("/evidence"))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
