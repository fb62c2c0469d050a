type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Defects of the texts in another language. */
export type CatalogueFlaws = {
  /** Keys that only one of the two has. */
  keys: string[]
  /** Texts that are empty or still English. */
  untranslated: string[]
  /** Texts whose `{name}` placeholders differ. */
  placeholders: string[]
}

/**
 * Compares the texts in another language with the English ones.
 *
 * @param same - Texts that are the same word there.
 */
export function checkCatalogue(
  english: Texts,
  other: Texts,
  same: ReadonlySet<string> = new Set(),
): CatalogueFlaws {
  const [left, right] = [flat(english), flat(other)]
  const both = [...left.keys()].filter((key) => right.has(key))
  const pairs = both.map((key) => ({ key, from: left.get(key) ?? '', to: right.get(key) ?? '' }))
  return {
    keys: [...left.keys(), ...right.keys()].filter((key) => !(left.has(key) && right.has(key))),
    untranslated: pairs
      .filter(({ from, to }) => to === '' || (from === to && !same.has(from)))
      .map(({ key }) => key),
    placeholders: pairs
      .filter(({ from, to }) => placeholders(from) !== placeholders(to))
      .map(({ key }) => key),
  }
}

function flat(texts: Texts): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([area, keys]) =>
      Object.entries(keys).map(([key, text]) => [`${area}.${key}`, text] as const),
    ),
  )
}

function placeholders(text: string): string {
  return (text.match(/\{\w+\}/g) ?? []).toSorted().join()
}
