import { describe, expect, test } from 'vitest'
import { findBannedPhrases } from './banned-phrases.ts'

describe('findBannedPhrases', () => {
  test('names line and phrase', () => {
    const text = 'Reads the row.\nReads it anew for Nobody.\n// Spec, section 9'
    expect(findBannedPhrases(text)).toEqual([
      { line: 2, phrase: 'anew' },
      { line: 2, phrase: 'Nobody' },
      { line: 3, phrase: 'Spec, section' },
    ])
  })

  test('accepts words that only contain a phrase', () => {
    expect(findBannedPhrases('renewed, recommends, NoBody, user "nobody"')).toEqual([])
  })
})
