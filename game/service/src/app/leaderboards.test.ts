import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AccountNumbers } from '../leaderboard/account-numbers.ts'
import type { RankingSpan } from '../leaderboard/ranking-filter.ts'
import type { SpanRequest } from '../leaderboard/requested-spans.ts'
import { SumsTable } from '../leaderboard/sums-table.ts'
import { leaderboardLoop } from './leaderboards.ts'

const DAY_SECONDS = 86_400

let found: string[]
let selections: number
let now: number
let settled: string | null
let missing: string[]
let stopping: AbortController
let running: Promise<void>

beforeEach(() => {
  found = []
  selections = 0
  now = 20 * DAY_SECONDS - 1
  settled = 'round 7'
  missing = []
  stopping = new AbortController()
})

afterEach(async () => {
  stopping.abort()
  await running
})

function start(markets: number, requests: readonly SpanRequest[] = []): void {
  const terms = {
    // Rounds of a day.
    clock: {
      firstEpochClosedAfter: (time: number) =>
        Promise.resolve(toEpoch(Math.ceil((time + 1) / DAY_SECONDS))),
    },
    now: () => toUnixSeconds(now),
  }
  const prepare = ({ window, firstDay, fromEpochs }: RankingSpan) => {
    found.push(`${firstDay ?? window} from ${fromEpochs}`)
    return Promise.resolve(new SumsTable(new AccountNumbers()))
  }
  const countSelection = () => {
    selections += 1
    return missing
  }
  const ofEach = <item>(item: item) => Array.from({ length: markets }, () => item)
  const loop = leaderboardLoop(
    {
      select: (symbol) => ({
        selected: { prepare, markets: symbol === 'ALL' ? ofEach(terms) : [terms] },
        missing: countSelection(),
      }),
      requested: { recent: () => [...requests] },
    },
    {
      slots: ofEach(terms),
      open: () => ofEach({ ...terms, versions: { settled: () => settled, newest: () => null } }),
    },
    { debug: () => undefined },
  )
  running = loop(stopping.signal)
}

const WINDOWS = ['day from 19,19', 'week from 13,13', 'month from 1,1', 'all from 1,1']

test('prepares all windows over all markets at the start and after a settlement', async () => {
  start(2)
  await expect.poll(() => found).toEqual(WINDOWS)
  settled = 'round 8'
  await expect.poll(() => found).toEqual([...WINDOWS, ...WINDOWS])
})

test('prepares requested days, and those of the next day at midnight', async () => {
  start(1, [{ symbol: 'BNB', window: 'day', days: 7 }])
  await expect.poll(() => found).toEqual(['13 from 13'])
  now += 1
  await expect.poll(() => found).toEqual(['13 from 13', '14 from 14'])
})

test('waits until all markets can respond, and sums may be held', async () => {
  settled = null
  missing = ['BTC']
  start(2)
  settled = 'round 7'
  await expect.poll(() => selections).toBe(WINDOWS.length)
  missing = []
  expect(found).toEqual([])
  settled = 'round 7 of both'
  await expect.poll(() => found).toEqual(WINDOWS)
})
