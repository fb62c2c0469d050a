import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from './languages.ts'
import { visitLanguage } from './visit-language.ts'

test.each<[string, readonly Language[], Language | null, string[], Language]>([
  ['the only one', ['en'], null, ['es'], 'en'],
  ['the choice on this device', LANGUAGES, 'tr', ['es'], 'tr'],
  ["the browser's, where the choice is switched off", ['en', 'es'], 'tr', ['es-MX', 'en'], 'es'],
  ["the browser's first that is offered", LANGUAGES, null, ['de-DE', 'pt-BR', 'es'], 'pt-BR'],
  ['the same language of another country', LANGUAGES, null, ['pt-PT', 'en'], 'pt-BR'],
  ['the exact one before another country', ['en', 'pt-BR'], null, ['en-GB'], 'en'],
  ['Chinese for any script', LANGUAGES, null, ['zh-Hant-TW', 'en'], 'zh-CN'],
  ['the first that is offered', ['vi', 'en'], null, ['de'], 'vi'],
  ['the first without any wish', ['vi', 'en'], null, [], 'vi'],
])('%s', (_title, offered, chosen, preferred, language) => {
  expect(visitLanguage(offered, { chosen, preferred })).toBe(language)
})
