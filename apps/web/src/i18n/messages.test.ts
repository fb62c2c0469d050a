import { describe, expect, test } from 'vitest'
import type { Language } from './language.ts'
import { OFFERED_LANGUAGES } from './offered-languages.ts'

const LANGUAGES: readonly Language[] = ['en', 'zh-CN']

type AnyMessages = Partial<Record<Language, object>>

const modules = import.meta.glob<Record<string, unknown>>('../**/*-messages.ts', { eager: true })

/** The messages of every feature, with the place where they are written. */
const all = Object.entries(modules).flatMap(([path, exports]) =>
  Object.entries(exports)
    .filter(([name]) => name.endsWith('_MESSAGES'))
    .map(([name, value]) => ({ place: `${path} ${name}`, messages: value as AnyMessages })),
)

/** The direct-bet page is in Chinese only: R-DIRECT-1. */
const isPageOfOneLanguage = (place: string) => place.startsWith('../features/direct-bet/')
/** Messages of other places that the direct-bet page shows. */
const isShownInChinese = (place: string) =>
  /^\.\.\/(app|ui\/window|features\/(connect|direct-bet))/.test(place)

/** Returns the paths of all messages: the keys that a complete translation must have. */
function keysOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]
  return Object.entries(messages).flatMap(([key, value]) => keysOf(value, `${path}.${key}`))
}

describe('messages', () => {
  test('are found, with texts in at least one language', () => {
    expect(all.length).toBeGreaterThan(10)
    for (const { place, messages } of all) {
      expect(keysOf(messages).length, place).toBeGreaterThan(1)
    }
  })

  test.each(OFFERED_LANGUAGES)('are complete in $name', ({ language }) => {
    const incomplete = all.filter(
      ({ place, messages }) => !isPageOfOneLanguage(place) && !messages[language],
    )
    expect(incomplete.map(({ place }) => place)).toEqual([])
  })

  test('are complete in Chinese where the direct-bet page shows them', () => {
    const shown = all.filter(({ place }) => isShownInChinese(place))
    expect(shown.length).toBeGreaterThan(3)
    for (const { place, messages } of shown) expect(messages['zh-CN'], place).toBeDefined()
  })

  test('exist in every offered language and in no other completely', () => {
    const complete = LANGUAGES.filter((language) =>
      all.every(
        ({ place, messages }) => isPageOfOneLanguage(place) || messages[language] !== undefined,
      ),
    )
    expect(OFFERED_LANGUAGES.map(({ language }) => language)).toEqual(complete)
  })

  test.each(all)('$place has the same keys in each of its languages', ({ messages }) => {
    const [first = [], ...others] = Object.values(messages).map((texts) => keysOf(texts).sort())
    for (const keys of others) expect(keys).toEqual(first)
  })

  test.each(all)('$place has no empty text', ({ messages }) => {
    expect(emptyTexts(messages)).toEqual([])
  })
})

function emptyTexts(messages: unknown, path = ''): string[] {
  if (typeof messages === 'string') return messages.trim() === '' ? [path] : []
  if (typeof messages !== 'object' || messages === null) return []
  return Object.entries(messages).flatMap(([key, value]) => emptyTexts(value, `${path}.${key}`))
}
