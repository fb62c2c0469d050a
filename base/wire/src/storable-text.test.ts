import { expect, test } from 'vitest'
import { StorableText } from './storable-text.ts'

test.each([
  ['plain 🙂 text', true],
  ['', true],
  ['a\0b', false],
  ['\ud83d', false],
])('%j: %s', (text, isStorable) => {
  expect(StorableText.safeParse(text).success).toBe(isStorable)
})
