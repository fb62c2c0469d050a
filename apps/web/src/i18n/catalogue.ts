import type { Language } from '@bullring/wire/game-api/languages'
import type { CompiledMessage } from 'icu-minify/format'

/** The translations of a language: compiled texts by the name of their messages and their key. */
type Catalogue = Readonly<Record<string, TranslatedTexts>>

export type TranslatedTexts = Readonly<Record<string, CompiledMessage>>

const FILES = import.meta.glob<Catalogue>('./catalogues/*.json', { import: 'default' })

const loaded = new Map<Language, Catalogue>()

/** Loads the translations of a language. English is part of the code. */
export async function loadCatalogue(language: Language): Promise<void> {
  const load = FILES[`./catalogues/${language}.json`]
  if (load !== undefined && !loaded.has(language)) loaded.set(language, await load())
}

/** Returns the translations of one set of messages; undefined for English and until they have loaded. */
export function translatedTexts(language: Language, name: string): TranslatedTexts | undefined {
  return loaded.get(language)?.[name]
}
