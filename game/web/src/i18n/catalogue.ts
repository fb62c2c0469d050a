import type { Language } from '@bullring/wire/text/languages'
import type { CompiledMessage } from 'icu-minify/format'

/** The translations of a language: compiled texts by the name of their messages and their key. */
type Catalogue = Readonly<Record<string, TranslatedTexts>>

export type TranslatedTexts = Readonly<Record<string, CompiledMessage>>

const FILES = import.meta.glob<Catalogue>('./catalogues/*.json', { import: 'default' })

const SHARED_FILES = import.meta.glob<Catalogue>('./catalogues/zh-CN.json', {
  import: 'default',
  query: '?shared',
})

const loaded = new Map<Language, Catalogue>()
/** Parts of catalogues, until the whole ones have loaded. */
const shared = new Map<Language, Catalogue>()

/** Loads the translations of a language. English is part of the code. */
export async function loadCatalogue(language: Language): Promise<void> {
  const load = FILES[`./catalogues/${language}.json`]
  if (load !== undefined && !loaded.has(language)) loaded.set(language, await load())
}

/** Loads the part of the Chinese catalogue that the direct-bet page shows: a seventh of it. */
export async function loadSharedCatalogue(): Promise<void> {
  for (const load of Object.values(SHARED_FILES)) shared.set('zh-CN', await load())
}

/** Returns the translations of one set of messages; undefined for English and until they have loaded. */
export function translatedTexts(language: Language, name: string): TranslatedTexts | undefined {
  return (loaded.get(language) ?? shared.get(language))?.[name]
}
