import { describe, expect, test } from 'vitest'
import { findInlineTags, inlineTags } from './inline-tags.ts'

const LINES = [
  '/** Reads a hash. @throws {InvalidParamsError} */',
  '/** @returns Its URL. */',
  '/**',
  ' * Reads a hash. @param text - In hex.',
  ' *',
  ' * @throws {InvalidParamsError} when it is none.',
  ' */',
  "const address = 'alice @returns'",
]

describe('findInlineTags', () => {
  test('finds tags after other text of a doc comment', () => {
    expect(findInlineTags(LINES.join('\n'))).toEqual([1, 4])
  })
})

describe('inlineTags', () => {
  test('finds none in the repository', async () => {
    expect(await inlineTags()).toEqual([])
  })
})
