import { createHash, timingSafeEqual } from "node:crypto";
import type { JsonObject, JsonValue } from "./json.ts";
import type { Subject } from "./context.ts";
import { toCanonicalJson } from "./canonical-json.ts";

/** What a provider call's fingerprint covers: the intent, and nothing that a repeat may change. */
export interface ProviderFingerprintParts {
  readonly workspace: string;
  readonly subject: Subject;
  readonly tool: string;
  readonly contractVersion: string;
  readonly operationId: string;
  /** Exactly as the agent sent them. */
  readonly arguments: JsonObject;
}

/** What a domain-pack call's fingerprint covers. */
export interface DomainPackFingerprintParts {
  readonly partnerId: string;
  /** Byte for byte as the context sends it. */
  readonly phone: string;
  readonly toolName: string;
  readonly operationKey: string;
  /** Exactly as the agent sent them. */
  readonly parameters: JsonObject;
}

/** The `Request-Fingerprint` of a provider call: `v1=:<base64 SHA-256>:` over the canonical form (provider contract §2.5). */
export function toProviderFingerprint(parts: ProviderFingerprintParts): string {
  return toFingerprint({
    v: 1,
    workspace: parts.workspace,
    subject: { channel: parts.subject.channel, id: parts.subject.id },
    tool: parts.tool,
    contract_version: parts.contractVersion,
    operation_id: parts.operationId,
    arguments: parts.arguments,
  });
}

/** The fingerprint of a domain-pack write, in the same form (domain-pack contract §3.2); it is never sent. */
export function toDomainPackFingerprint(parts: DomainPackFingerprintParts): string {
  return toFingerprint({
    v: 1,
    partnerId: parts.partnerId,
    phone: parts.phone,
    toolName: parts.toolName,
    operationKey: parts.operationKey,
    parameters: parts.parameters,
  });
}

function toFingerprint(parts: JsonValue): string {
  return `v1=:${createHash("sha256").update(toCanonicalJson(parts), "utf8").digest("base64")}:`;
}

/** Compares two texts, secrets among them, in a time that tells nothing about where they differ. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(toDigest(a), toDigest(b));
}

// Digests have one length, as the comparison demands. UTF-16 keeps lone surrogates apart, which UTF-8 would make equal.
function toDigest(text: string): Uint8Array {
  return createHash("sha256").update(text, "utf16le").digest();
}
