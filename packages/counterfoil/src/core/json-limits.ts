/** How large one JSON document may be. */
export interface JsonLimits {
  /** Of the whole body in UTF-8, before it is decoded. */
  readonly maxBytes: number;
  /** Objects and arrays inside one another; a document that is a scalar has depth 0. */
  readonly maxDepth: number;
  /** Of one string or key in UTF-8, after its escapes are decoded. */
  readonly maxStringBytes: number;
}

const KIBIBYTE = 1024;

/** For what a caller sends: requests to us and to an adapter. */
export const CALL_LIMITS: JsonLimits = { maxBytes: 256 * KIBIBYTE, maxDepth: 32, maxStringBytes: 64 * KIBIBYTE };

/** For what an adapter answers to a call or a receipt look-up. */
export const REPLY_LIMITS: JsonLimits = { maxBytes: 1024 * KIBIBYTE, maxDepth: 32, maxStringBytes: 64 * KIBIBYTE };

/** For a provider's manifest. */
export const MANIFEST_LIMITS: JsonLimits = { maxBytes: 256 * KIBIBYTE, maxDepth: 64, maxStringBytes: 64 * KIBIBYTE };

/** For a Domain Pack. */
export const PACK_LIMITS: JsonLimits = { maxBytes: 256 * KIBIBYTE, maxDepth: 64, maxStringBytes: 64 * KIBIBYTE };
