/**
 * ISO 4217 codes by the digits of their minor unit.
 *
 * `Intl` cannot stand in for this table: it formats any three letters, and follows CLDR, which prints no digits for
 * currencies whose minor unit is two (HUF, IDR, PKR …) or three (IQD). Codes without a minor unit are no money: metals,
 * special drawing rights, `XTS`, `XXX`. The last line of two digits holds codes withdrawn since 2020, which
 * older records still quote.
 */
const CODES_BY_DIGITS = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
  [
    2,
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY",
  ],
  [
    2,
    "COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS",
  ],
  [
    2,
    "INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR",
  ],
  [
    2,
    "MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP",
  ],
  [2, "STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG"],
  [2, "ANG BGN CUC HRK SLL ZWL"],
] as const;

const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  CODES_BY_DIGITS.flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, digits] as const)),
);

/** How many digits of a currency's unit its amounts may carry (ISO 4217: AED 2, KWD 3, JPY 0); null for no currency. */
export function currencyDigits(code: string): number | null {
  return MINOR_DIGITS.get(code) ?? null;
}
