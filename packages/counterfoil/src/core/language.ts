/** Whether a text is a well-formed BCP 47 language tag that `Intl` can work with, such as `en`, `ar-AE` or `und`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
