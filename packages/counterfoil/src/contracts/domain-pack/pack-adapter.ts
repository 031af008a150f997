import type { DocumentFault } from "../../core/tool.ts";
import type { ReceiptSupport } from "../contract.ts";
import { warnOfUnknownKeys } from "../document.ts";
import type { MemberReader } from "../member-reader.ts";
import { parseOrigin } from "../origin.ts";
import { readReference } from "./secret-reference.ts";

const NO_RECEIPTS: ReceiptSupport = { lookup: false, void: false, retentionSeconds: null };

/** Where a pack's adapter is reached, and by which secret. */
export interface PackAdapter {
  readonly origin: string;
  readonly secretVariable: string;
  readonly receipts: ReceiptSupport;
}

export function readAdapter(pack: MemberReader, warnings: DocumentFault[]): PackAdapter | undefined {
  const reader = pack.members("adapter", "domain-pack.pack.adapter");
  if (reader === undefined) return undefined;
  const origin = readOrigin(reader, warnings);
  const secretVariable = readSecret(reader);
  const receipts = reader.has("receipts") ? readReceipts(reader, warnings) : NO_RECEIPTS;
  warnOfUnknownKeys(reader, ["origin", "secret", "receipts"], "domain-pack.pack.unknown-keys", warnings);
  if (origin === undefined || secretVariable === undefined || receipts === undefined) return undefined;
  return { origin, secretVariable, receipts };
}

function readOrigin(reader: MemberReader, warnings: DocumentFault[]): string | undefined {
  const code = "domain-pack.pack.adapter";
  const text = reader.string("origin", code);
  if (text === undefined) return undefined;
  const origin = parseOrigin(text);
  if (!origin.ok) return reader.fault(code, ["origin"], origin.faults.join(" "));
  if (origin.value.needsPermission) {
    const message = "The secret travels over plain http, which an operator has to allow: use https";
    warnings.push({ code, pointer: `${reader.pointer}/origin`, message });
  }
  return origin.value.origin;
}

/** The fault shows nothing of what was written: it may be the secret. */
function readSecret(reader: MemberReader): string | undefined {
  const secret = reader.at("secret");
  const variable = typeof secret === "string" ? readReference(secret) : null;
  if (variable !== null) return variable;
  const path = secret === undefined ? [] : ["secret"];
  const message = "secret must name an environment variable, such as ${ADAPTER_SECRET}: never write the secret itself";
  return reader.fault("domain-pack.pack.secret-reference", path, message);
}

function readReceipts(adapter: MemberReader, warnings: DocumentFault[]): ReceiptSupport | undefined {
  const code = "domain-pack.pack.receipts";
  const reader = adapter.members("receipts", code);
  if (reader === undefined) return undefined;
  const lookup = reader.boolean("lookup", code);
  const isKept = lookup === true || reader.has("retentionSeconds");
  const retentionSeconds = isKept ? reader.integer("retentionSeconds", code, 1, Number.MAX_SAFE_INTEGER) : null;
  warnOfUnknownKeys(reader, ["lookup", "retentionSeconds"], "domain-pack.pack.unknown-keys", warnings);
  if (lookup === undefined || retentionSeconds === undefined) return undefined;
  return { lookup, void: false, retentionSeconds };
}
