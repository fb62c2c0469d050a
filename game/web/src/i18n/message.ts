import type { Language } from '@bullring/wire/text/languages'
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'

/** The values of a message's arguments. Numbers that need a format are formatted by the caller. */
type MessageValues<Names extends string> = Readonly<Record<Names, string | number | bigint>>

/** A text with arguments. */
export type Message<Names extends string> = (values: MessageValues<Names>) => string

/** The texts of one feature in the language of the code, English. */
export type MessageSet<Texts> = {
  /** Unique. Catalogues list the translations under it. */
  readonly name: string
  readonly language: Language
  readonly texts: Texts
}

/** The type of the texts of a {@link MessageSet}, in any language. */
export type MessagesOf<Set> =
  Set extends MessageSet<infer Texts>
    ? { readonly [key in keyof Texts]: Texts[key] extends string ? string : Texts[key] }
    : never

/** Texts by key, whatever their arguments are. */
export type AnyTexts = Readonly<Record<string, string | ((values: never) => string)>>

/**
 * Declares the texts of a feature. A text without arguments is a plain string.
 *
 * @param name - Unique, in kebab case. Catalogues list the translations under it.
 * @param language - For a page that exists in one language only.
 * @example
 * export const BET_MESSAGES = defineMessages('bet', {
 *   amount: 'Amount',
 *   minimum: message('The smallest bet is {minimum} BNB', 'minimum'),
 *   friends: message('{count, plural, one {# friend} other {# friends}}', 'count'),
 * })
 */
export function defineMessages<Texts extends AnyTexts>(
  name: string,
  texts: Texts,
  language: Language = 'en',
): MessageSet<Texts> {
  return { name, language, texts }
}

/**
 * Declares a text with arguments in ICU MessageFormat. The build compiles it (build/compile-messages.ts)
 * and checks that the text has exactly the arguments in `names`.
 */
export function message<Names extends string>(
  icu: CompiledMessage,
  ..._names: Names[]
): Message<Names> {
  return (values) => {
    if (typeof icu === 'string') throw new Error(`Not compiled, or without arguments: ${icu}`)
    return formatMessage(icu, 'en', values)
  }
}

const OPTIONS: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
}

/** Returns a compiled message with its values, by the plural rules of `language`. */
export function formatMessage(
  compiled: CompiledMessage,
  language: Language,
  values: MessageValues<string>,
): string {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? value.toString() : value,
  ])
  return String(format(compiled, language, Object.fromEntries(texts), OPTIONS))
}
