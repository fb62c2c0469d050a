import type { Language } from '@bullring/wire/text/languages'

/** The languages' own names, for the selector. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-CN': '简体中文',
  es: 'Español',
  tr: 'Türkçe',
  vi: 'Tiếng Việt',
  'pt-BR': 'Português (Brasil)',
}
