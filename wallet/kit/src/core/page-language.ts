/** Returns the language of the page, for dates and names; undefined, for the browser's language, if the page has none. */
export function pageLanguage(): string | undefined {
  try {
    return Intl.getCanonicalLocales(document.documentElement.lang)[0]
  } catch {
    return undefined
  }
}
