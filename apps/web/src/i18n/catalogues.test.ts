import { describe, expect, test } from 'vitest'
import type { Language } from './language.ts'
import { OFFERED_LANGUAGES } from './offered-languages.ts'

const LANGUAGES: readonly Language[] = ['en', 'zh-CN']

type WordsByLanguage = Partial<Record<Language, object>>

const modules = import.meta.glob<Record<string, unknown>>('../**/*-words.ts', { eager: true })

/** Every catalogue, by where it is written. */
const catalogues = Object.entries(modules).flatMap(([path, exports]) =>
  Object.entries(exports)
    .filter(([name]) => name.endsWith('_WORDS'))
    .map(([name, value]) => ({ place: `${path} ${name}`, catalogue: value as WordsByLanguage })),
)

/** The direct-bet page speaks Chinese alone: spec, section 2. */
const isPageOfOneLanguage = (place: string) => place.startsWith('../features/direct-bet/')
/** What that page shows besides its own. */
const isShownInChinese = (place: string) =>
  /^\.\.\/(app|ui\/window|features\/(connect|direct-bet))/.test(place)

/** Names of all words, nested ones with their path; what a complete translation has to have. */
function keysOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]
  return Object.entries(messages).flatMap(([key, value]) => keysOf(value, `${path}.${key}`))
}

describe('catalogues', () => {
  test('are found, each with words in at least one language', () => {
    expect(catalogues.length).toBeGreaterThan(10)
    for (const { place, catalogue } of catalogues) {
      expect(keysOf(catalogue).length, place).toBeGreaterThan(1)
    }
  })

  test.each(OFFERED_LANGUAGES)('are complete in $name', ({ language }) => {
    const incomplete = catalogues.filter(
      ({ place, catalogue }) => !isPageOfOneLanguage(place) && !catalogue[language],
    )
    expect(incomplete.map(({ place }) => place)).toEqual([])
  })

  test('are complete in Chinese where the direct-bet page shows them', () => {
    const shown = catalogues.filter(({ place }) => isShownInChinese(place))
    expect(shown.length).toBeGreaterThan(3)
    for (const { place, catalogue } of shown) expect(catalogue['zh-CN'], place).toBeDefined()
  })

  test('offer every language that is complete in all of them', () => {
    const complete = LANGUAGES.filter((language) =>
      catalogues.every(
        ({ place, catalogue }) => isPageOfOneLanguage(place) || catalogue[language] !== undefined,
      ),
    )
    expect(OFFERED_LANGUAGES.map(({ language }) => language)).toEqual(complete)
  })

  test.each(catalogues)('$place has the same keys in each of its languages', ({ catalogue }) => {
    const [first = [], ...others] = Object.values(catalogue).map((messages) =>
      keysOf(messages).sort(),
    )
    for (const keys of others) expect(keys).toEqual(first)
  })

  test.each(catalogues)('$place has no empty words', ({ catalogue }) => {
    expect(emptyMessages(catalogue)).toEqual([])
  })
})

function emptyMessages(messages: unknown, path = ''): string[] {
  if (typeof messages === 'string') return messages.trim() === '' ? [path] : []
  if (typeof messages !== 'object' || messages === null) return []
  return Object.entries(messages).flatMap(([key, value]) => emptyMessages(value, `${path}.${key}`))
}
