/** Returns the language of the page, for dates and names; undefined, which stands for the browser's, where it has none. */
export function pageLanguage(): string | undefined {
  try {
    return Intl.getCanonicalLocales(document.documentElement.lang)[0]
  } catch {
    return undefined
  }
}
