import { describe, expect, test } from 'vitest'
import { borderProblem, importBorders, specifiersIn } from './import-borders.ts'

const WORKSPACES = new Map([
  ['bullring', ''],
  ['@bullring/server', 'base/server'],
  ['@bullring/game', 'game/service'],
  ['@bullring/game-api', 'game/api'],
  ['@bullring/wallet', 'wallet/service'],
  ['@bullring/wallet-api', 'wallet/api'],
  ['@bullring/e2e', 'e2e'],
])

function problem(file: string, specifier: string): string | null {
  return borderProblem({ file, specifier }, WORKSPACES)
}

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

describe('borderProblem', () => {
  test.each([
    ['game/service/src/app/start.ts', '../../testing/x.ts'],
    ['game/service/src/app/start.ts', '@bullring/server/http/listen'],
    ['game/service/src/app/start.ts', '@bullring/game-api/round'],
    ['game/service/src/app/start.ts', '@bullring/wallet-api/siwx/session'],
    ['game/service/src/app/start.test.ts', '@bullring/wallet/app/start-wallet'],
    ['e2e/support/stack/stacks.ts', '@bullring/wallet/app/start-wallet'],
    ['game/service/src/app/start.ts', 'hono'],
  ])('%s may import %s', (file, specifier) => {
    expect(problem(file, specifier)).toBeNull()
  })

  test.each([
    ['game/service/src/app/start.ts', '../../../../wallet/service/src/config.ts'],
    ['game/service/src/app/start.test.ts', '../../../../wallet/service/src/config.ts'],
    ['game/service/src/app/start.ts', '@bullring/wallet/app/start-wallet'],
    ['base/server/src/http/server/listen.ts', '@bullring/game-api/round'],
  ])('error: %s may not import %s', (file, specifier) => {
    expect(problem(file, specifier)).toContain(`${file} imports ${specifier}`)
  })
})

describe('importBorders', () => {
  test('finds no import across a border in the repository', async () => {
    expect(await importBorders()).toEqual([])
  })
})
