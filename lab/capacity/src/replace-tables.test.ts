import { describe, expect, test } from 'vitest'
import { replaceTables } from './replace-tables.ts'

const DOCUMENT =
  'Before\n<!-- tables of npm run capacity -->\nold\n<!-- end of the tables -->\nAfter\n'

describe('replaceTables', () => {
  test('replaces what is between the marks, and nothing else', () => {
    const replaced = replaceTables(DOCUMENT, 'new')
    expect(replaced).toBe(
      'Before\n<!-- tables of npm run capacity -->\n\nnew\n\n<!-- end of the tables -->\nAfter\n',
    )
    expect(replaceTables(replaced, 'new')).toBe(replaced)
  })

  test('error: a document without marks', () => {
    expect(() => replaceTables('text', 'new')).toThrow('needs the lines')
  })
})
