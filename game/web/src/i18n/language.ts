import type { Language } from '@bullring/wire/text/languages'
import { PRODUCT_NAME, withBrandName } from '@bullring/wire/text/product-name'
import type { CompiledMessage } from 'icu-minify/format'
import { createContext, use } from 'react'
import { brandName } from '#browser/page-brand.ts'
import { type TranslatedTexts, translatedTexts } from './catalogue.ts'
import { type AnyTexts, formatMessage, type MessageSet, type MessagesOf } from './message.ts'

/** The language of the code, which needs no catalogue, and the fallback for missing translations. */
export const DEFAULT_LANGUAGE = 'en'

/** Translated messages, so that each set is translated once and keeps its identity. */
const translated = new WeakMap<TranslatedTexts, AnyTexts>()

/** Returns the messages in `language`; as they are in the code where the translation is missing. */
export function messagesIn<Source extends AnyTexts>(
  { name, texts }: MessageSet<Source>,
  language: Language,
): MessagesOf<MessageSet<Source>> {
  const translations = translatedTexts(language, name)
  const messages = translations ? translate(texts, translations, language) : texts
  return branded(messages) as MessagesOf<MessageSet<Source>>
}

/** Messages with the name of the brand, so that each set is renamed once and keeps its identity. */
const renamed = new WeakMap<AnyTexts, AnyTexts>()

function branded(texts: AnyTexts): AnyTexts {
  const name = brandName()
  if (name === PRODUCT_NAME) return texts
  const known = renamed.get(texts)
  if (known !== undefined) return known
  const messages: AnyTexts = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, renamedText(text, name)]),
  )
  renamed.set(texts, messages)
  return messages
}

function renamedText(text: AnyTexts[string], name: string): AnyTexts[string] {
  if (typeof text === 'string') return withBrandName(text, name)
  return (values: never) => withBrandName(text(values), name)
}

function translate(source: AnyTexts, translations: TranslatedTexts, language: Language): AnyTexts {
  const known = translated.get(translations)
  if (known !== undefined) return known
  const entries = Object.entries(source).map(([key, text]) => {
    const translation = translations[key]
    return [key, translation === undefined ? text : localText(text, translation, language)]
  })
  const messages: AnyTexts = Object.fromEntries(entries)
  translated.set(translations, messages)
  return messages
}

function localText(source: AnyTexts[string], translation: CompiledMessage, language: Language) {
  if (typeof source !== 'string') {
    return (values: Record<string, string>) => formatMessage(translation, language, values)
  }
  return typeof translation === 'string' ? translation : source
}

type LanguageChoice = {
  language: Language
  /** Shows the page in another language. Rejects when that fails to load. */
  show: (language: Language) => Promise<void>
}

/** English without a provider, so that a component can be rendered and tested on its own. */
export const LanguageContext = createContext<LanguageChoice>({
  language: DEFAULT_LANGUAGE,
  show: () => Promise.resolve(),
})

export function useLanguageChoice(): LanguageChoice {
  return use(LanguageContext)
}

/** Returns the language of the page, for formats that depend on it, such as dates. */
export function useLanguage(): Language {
  return use(LanguageContext).language
}

/** Returns the messages in the language of the page. */
export function useMessages<Source extends AnyTexts>(
  messages: MessageSet<Source>,
): MessagesOf<MessageSet<Source>> {
  return messagesIn(messages, useLanguage())
}
