import { createContext, use } from 'react'

/** BCP 47 tags of the languages that have messages. */
export type Language = 'en' | 'zh-CN'

/** The language until the visitor chooses one, and the fallback for missing translations. */
export const DEFAULT_LANGUAGE = 'en'

/**
 * The messages of one feature in each of its languages, kept beside the feature's components. All
 * languages have the same keys because they have the same type. Messages without English belong to a
 * page that is available in one language only.
 */
export type MessagesByLanguage<Messages extends object> =
  | { readonly en: Messages; readonly 'zh-CN'?: Messages }
  | { readonly 'zh-CN': Messages }

/** Returns the messages in `language`, or else in the language they exist in. */
export function messagesIn<Messages extends object>(
  messages: MessagesByLanguage<Messages>,
  language: Language,
): Messages {
  return 'en' in messages ? (messages[language] ?? messages.en) : messages['zh-CN']
}

type LanguageChoice = { language: Language; choose: (language: Language) => void }

/** English without a provider, so that a component can be rendered and tested on its own. */
export const LanguageContext = createContext<LanguageChoice>({
  language: DEFAULT_LANGUAGE,
  choose: () => {},
})

export function useLanguageChoice(): LanguageChoice {
  return use(LanguageContext)
}

/** Returns the language of the page, for formats that depend on it, such as times of day. */
export function useLanguage(): Language {
  return use(LanguageContext).language
}

/** Returns the messages in the language of the page. */
export function useMessages<Messages extends object>(
  messages: MessagesByLanguage<Messages>,
): Messages {
  return messagesIn(messages, useLanguage())
}
