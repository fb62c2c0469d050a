import { describe, expect, test } from 'vitest'
import { importBorders, leaves, specifiersIn } from './import-borders.ts'

describe('specifiersIn', () => {
  test('finds imports of values, types, effects and parts that load later, and re-exports', () => {
    const source = [
      "import { a } from './a.ts'",
      "import type { B } from '../b.ts'",
      "import './c.css'",
      "const d = await import('./d.ts')",
      "export { e } from '@bullring/e/e'",
    ]
    expect(specifiersIn(source.join('\n'))).toEqual([
      './a.ts',
      '../b.ts',
      './c.css',
      './d.ts',
      '@bullring/e/e',
    ])
  })
})

describe('leaves', () => {
  test('says whether a path ends outside of the workspace', () => {
    expect(leaves('src/app/start.ts', '../../testing/x.ts')).toBe(false)
    expect(leaves('src/app/start.ts', '../../../kit/src/x.ts')).toBe(true)
    expect(leaves('src/app/start.ts', '@bullring/kit/x')).toBe(false)
  })
})

describe('importBorders', () => {
  test('finds no import across a border in the repository', async () => {
    expect(await importBorders()).toEqual([])
  })
})
