import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Round } from '@bullring/client/round'
import { toWei } from '@bullring/prediction/units'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testRound } from '../testing/test-round.ts'
import { againstCrowd } from './against-crowd.ts'
import { followCrowd } from './follow-crowd.ts'
import { loadStrategy } from './load-strategy.ts'
import { momentum } from './momentum.ts'

const pool = (bull: bigint, bear: bigint) =>
  testRound({ pool: { bullAmount: toWei(bull), bearAmount: toWei(bear) } })
const won = (winner: 'bull' | 'bear'): Round => testRound({ state: { kind: 'settled', winner } })

test('followCrowd and againstCrowd choose a side by the pool', () => {
  expect(followCrowd(pool(2n, 1n), [])).toEqual({ position: 'bull' })
  expect(followCrowd(pool(1n, 2n), [])).toEqual({ position: 'bear' })
  expect(followCrowd(pool(1n, 1n), [])).toBeNull()
  expect(againstCrowd(pool(2n, 1n), [])).toEqual({ position: 'bear' })
  expect(againstCrowd(pool(0n, 0n), [])).toBeNull()
})

test('momentum bets on the side that won the last two decided rounds', () => {
  const open = pool(1n, 1n)
  const live = testRound({ state: { kind: 'locked' } })
  expect(momentum(open, [live, won('bear'), won('bear'), won('bull')])).toEqual({
    position: 'bear',
  })
  expect(momentum(open, [live, won('bear'), won('bull')])).toBeNull()
  expect(momentum(open, [live, won('bear')])).toBeNull()
})

describe('loadStrategy', () => {
  test('finds an example, and what a module exports', async () => {
    expect(await loadStrategy('momentum')).toBe(momentum)
    const folder = await mkdtemp(join(tmpdir(), 'bullring-strategy-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'mine.mjs')
    await writeFile(file, "export const strategy = () => ({ position: 'bull', amount: 1n })")
    expect((await loadStrategy(file))(pool(0n, 0n), [])).toEqual({ position: 'bull', amount: 1n })
    await writeFile(join(folder, 'other.mjs'), 'export const other = 1')
    await expect(loadStrategy(join(folder, 'other.mjs'))).rejects.toThrow('nor a module')
  })

  test('error: names the examples', async () => {
    await expect(loadStrategy('martingale')).rejects.toThrow(
      'follow-crowd, against-crowd, momentum',
    )
  })
})
