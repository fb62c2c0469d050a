import type { Language } from './languages.ts'

/** Texts by area and key, in ICU MessageFormat. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The texts of a catalogue in any language: the same areas and keys. */
export type Translated<english extends Catalogue> = {
  readonly [area in keyof english]: { readonly [key in keyof english[area]]: string }
}

/** Catalogues by file, as `import.meta.glob('./catalogues/*.json', { import: 'default' })` lists them. */
export type CatalogueFiles = Readonly<Record<string, () => Promise<Catalogue>>>

/**
 * Loads the texts of a page.
 *
 * @param english - Part of the code; returned also where a file is missing or out of reach.
 * @param sources - Each has the file of some areas.
 */
export async function loadTexts<texts extends { readonly language: Language }>(
  english: texts,
  language: Language,
  sources: readonly CatalogueFiles[],
): Promise<texts> {
  if (language === english.language) return english
  try {
    const parts = await Promise.all(
      sources.map((files) => files[`./catalogues/${language}.json`]?.()),
    )
    if (!parts.includes(undefined)) return Object.assign({}, ...parts, { language })
  } catch {
    // The English texts are part of the code.
  }
  return english
}
