import { describe, expect, test } from 'vitest'
import { loadTexts } from './catalogue.ts'
import type { Language } from './languages.ts'

const ENGLISH: { readonly language: Language; a: { b: string } } = {
  language: 'en',
  a: { b: 'Hello' },
}
const FILES = {
  './catalogues/es.json': async () => ({ a: { b: 'Hola' } }),
  './catalogues/tr.json': () => Promise.reject(new Error('offline')),
}

describe('loadTexts', () => {
  test('loads all files of a language', async () => {
    const more = { './catalogues/es.json': async () => ({ c: { d: 'Adiós' } }) }
    expect(await loadTexts(ENGLISH, 'es', [FILES, more])).toEqual({
      language: 'es',
      a: { b: 'Hola' },
      c: { d: 'Adiós' },
    })
  })

  test.each<Language>(['en', 'tr', 'vi'])('returns English for %s', async (language) => {
    expect(await loadTexts(ENGLISH, language, [FILES])).toBe(ENGLISH)
  })

  test('returns English where one file of several is missing', async () => {
    expect(await loadTexts(ENGLISH, 'es', [FILES, {}])).toBe(ENGLISH)
  })
})
