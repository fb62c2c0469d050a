import { createContext, use } from 'react'

/** BCP 47 tags of the languages that have words here. */
export type Language = 'en' | 'zh-CN'

/** What the app speaks until the visitor chooses, and where a catalogue lacks the language in use. */
export const DEFAULT_LANGUAGE = 'en'

/**
 * The words of one feature, in every language it speaks; each feature keeps its own beside its
 * components. All languages of a catalogue have the same keys, because they have the same type.
 * A catalogue without English belongs to a page that speaks one language only.
 */
export type Catalogue<Messages extends object> =
  | { readonly en: Messages; readonly 'zh-CN'?: Messages }
  | { readonly 'zh-CN': Messages }

/** A catalogue's words in a language, else in the language it has. */
export function wordsIn<Messages extends object>(
  catalogue: Catalogue<Messages>,
  language: Language,
): Messages {
  return 'en' in catalogue ? (catalogue[language] ?? catalogue.en) : catalogue['zh-CN']
}

type LanguageChoice = { language: Language; choose: (language: Language) => void }

/** English without a provider above: so a part can be shown, and tested, on its own. */
export const LanguageContext = createContext<LanguageChoice>({
  language: DEFAULT_LANGUAGE,
  choose: () => {},
})

export function useLanguageChoice(): LanguageChoice {
  return use(LanguageContext)
}

/** The language of the page; for formats, such as times of day, that depend on it. */
export function useLanguage(): Language {
  return use(LanguageContext).language
}

/** A catalogue's words in the language of the page. */
export function useMessages<Messages extends object>(catalogue: Catalogue<Messages>): Messages {
  return wordsIn(catalogue, useLanguage())
}
