import type { Language } from '@bullring/wire/text/languages'

/** English texts by area and key. */
type English = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Texts with the areas and keys of the English ones. */
export type TextsLike<english extends English> = {
  readonly [area in keyof english]: { readonly [key in keyof english[area]]: string }
}

/** Creates a function that returns the texts of a service in a language. */
export function createTexts<english extends English>(
  english: english,
  others: Readonly<Record<Exclude<Language, 'en'>, TextsLike<english>>>,
): (language: Language) => TextsLike<english> {
  return (language) => (language === 'en' ? english : others[language])
}
