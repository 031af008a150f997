/** A decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const SHORTEST_TEXT = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Whether a number is a whole multiple of another, decided on the shortest decimal texts of both: binary division
 * calls 19.99 no multiple of 0.01. Both are finite, and the divisor is above zero.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  const left = toDecimal(value);
  const right = toDecimal(divisor);
  const exponent = Math.min(left.exponent, right.exponent);
  return scaleTo(left, exponent) % scaleTo(right, exponent) === 0n;
}

function toDecimal(value: number): Decimal {
  const [, whole = "0", fraction = "", exponent = "0"] = SHORTEST_TEXT.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The exponents of doubles span fewer than 700 places, so that the scaled integer stays small. */
function scaleTo(decimal: Decimal, exponent: number): bigint {
  return decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
}
