import { toUnixSeconds } from '@bullring/prediction/units'
import { beforeEach, expect, test } from 'vitest'
import { testTrade } from '#testing/test-trade.ts'
import { takeNews } from './seen-results.ts'

const owner = {
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  market: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
} as const
const NOW = toUnixSeconds(1_000)
const pending = testTrade(9n, { isWin: null, state: 'locked' })

beforeEach(() => localStorage.clear())

test('of two tabs, only one takes a result', async () => {
  expect(await takeNews(owner, [pending], NOW)).toEqual([])
  const taken = await Promise.all([
    takeNews(owner, [testTrade(9n)], NOW),
    takeNews(owner, [testTrade(9n)], NOW),
  ])
  expect(taken.flat().map(({ epoch }) => epoch)).toEqual([9n])
})

test('keeps accounts and markets apart', async () => {
  const other = { ...owner, market: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' } as const
  await takeNews(owner, [pending], NOW)
  expect(await takeNews(other, [testTrade(9n)], NOW)).toEqual([])
  expect(await takeNews(owner, [testTrade(9n)], NOW)).toHaveLength(1)
})

test('starts over when the stored results cannot be read', async () => {
  await takeNews(owner, [pending], NOW)
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"newest":-1}')
  expect(await takeNews(owner, [testTrade(9n)], NOW)).toEqual([])
})
