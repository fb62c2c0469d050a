import { toEpoch } from '@bullring/prediction/units'
import { beforeEach, describe, expect, test } from 'vitest'
import { HeldSums } from './held-sums.ts'
import type { RankingSpan } from './ranking-filter.ts'
import type { SumsRead } from './ranking-sums.queries.ts'
import type { Settled } from './settled-rounds.queries.ts'
import type { SumsOfBytes } from './standing.ts'
import { RECORD_BYTES } from './sums-table.ts'

const SPAN: RankingSpan = {
  ...{ window: 'all', firstDay: null, fromEpochs: [toEpoch(1), toEpoch(1)] },
}

const bytesOf = (account: number) => Buffer.alloc(20, account)

/** The rounds of some accounts. */
const recordsOf = (accounts: Readonly<Record<number, number>>) =>
  Object.entries(accounts).map(([account, rounds]) => {
    const record = Buffer.alloc(RECORD_BYTES)
    bytesOf(Number(account)).copy(record)
    record.writeInt32BE(rounds, 20)
    return record
  })

const sumsOf = (account: number, rounds: number): SumsOfBytes => ({
  ...{ account: bytesOf(account), rounds, wonRounds: 0, netResults: 0n, totalPosition: 0n },
})

let all: RankingSpan[]
let since: SumsRead[]
let between: [from: number | null, to: number | null][]
let version: string | null
let moves: SumsOfBytes[] | null
let duringMoves: () => void
let settled: Settled | null
let settledSince: (readonly number[])[]
let left: Buffer[] | null

beforeEach(() => {
  all = []
  since = []
  between = []
  version = 'round 7'
  moves = []
  duringMoves = () => undefined
  settled = null
  settledSince = []
  left = null
})

/** Accounts 9, 5 and 3 have played as many rounds, account 3 one of them on each day between two. */
function createHeld() {
  const held = new HeldSums(
    {
      findSums: (span) => {
        all.push(span)
        return Promise.resolve({ records: recordsOf({ 9: 9, 5: 5, 3: 3 }), positions: [1], span })
      },
      findSettled: (positions) => {
        settledSince.push(positions)
        return Promise.resolve(settled)
      },
      findLeft: () => Promise.resolve(left),
      findMoves: (span, read) => {
        since.push(read)
        const found = moves
        duringMoves()
        return Promise.resolve(found && { sums: found, positions: [since.length + 1], span })
      },
      findDaysBetween: (span, read) => {
        between.push([read.span.firstDay, span.firstDay])
        const records = recordsOf({ 3: 1 })
        return Promise.resolve(moves && { sums: moves, positions: [1], span, records })
      },
    },
    () => version,
  )
  return async (span: Partial<RankingSpan> = {}, read: 'find' | 'prepare' = 'find') => {
    const table = await held[read]({ ...SPAN, ...span })
    const leaders = table.leaders({ rankBy: 'total_rounds', minimumRounds: 1, limit: 10 })
    return leaders.map(({ account, rounds }) => [Number.parseInt(account.slice(-2), 16), rounds])
  }
}

const AT_FIRST = [
  [9, 9],
  [5, 5],
  [3, 3],
]

describe('HeldSums', () => {
  test('reads the sums of a window once, and those that have moved after each settlement', async () => {
    const leaders = createHeld()
    expect(await Promise.all([leaders(), leaders()])).toEqual([AT_FIRST, AT_FIRST])
    moves = [sumsOf(3, 6), sumsOf(2, 1), sumsOf(9, 0)]
    expect(await leaders()).toEqual(AT_FIRST)
    expect(since).toEqual([])
    version = 'round 8'
    expect(await leaders()).toEqual([
      [3, 6],
      [5, 5],
      [2, 1],
    ])
    version = 'round 9'
    moves = [sumsOf(5, 7)]
    expect((await leaders())[0]).toEqual([5, 7])
    expect(since.map(({ positions }) => positions)).toEqual([[1], [2]])
    await leaders({ window: 'week' })
    expect(all.map(({ window }) => window)).toEqual(['all', 'week'])
  })

  test('adds what settlements have added, which is read once for all windows', async () => {
    const leaders = createHeld()
    await leaders()
    await leaders({ window: 'week' })
    version = 'round 8'
    settled = { positions: [8], firstEpochs: [7], records: recordsOf({ 3: 4, 2: 1 }) }
    const added = [
      [9, 9],
      [3, 7],
      [5, 5],
      [2, 1],
    ]
    expect(await leaders()).toEqual(added)
    expect(await leaders({ window: 'week' })).toEqual(added)
    version = 'round 9'
    settled = { positions: [9], firstEpochs: [null], records: [] }
    left = recordsOf({ 9: 9, 3: 1 })
    expect(await leaders({ fromEpochs: [toEpoch(2)] })).toEqual([
      [3, 6],
      [5, 5],
      [2, 1],
    ])
    expect(settledSince).toEqual([[1], [8]])
    expect(since).toEqual([])
  })

  test('reads what has moved where a round was settled after it left the window', async () => {
    const leaders = createHeld()
    await leaders()
    version = 'round 8'
    settled = { positions: [8], firstEpochs: [1], records: recordsOf({ 3: 4 }) }
    left = []
    moves = [sumsOf(3, 2)]
    expect((await leaders({ fromEpochs: [toEpoch(2)] })).at(-1)).toEqual([3, 2])
    expect(since).toHaveLength(1)
  })

  test('reads what has moved when the window moves on', async () => {
    const leaders = createHeld()
    await leaders()
    moves = [sumsOf(3, 2)]
    const fromEpochs = [toEpoch(2), toEpoch(1)]
    expect((await leaders({ fromEpochs })).at(-1)).toEqual([3, 2])
    expect(since.map(({ span }) => span)).toEqual([SPAN])
    await leaders({ fromEpochs })
    expect(since).toHaveLength(1)
  })

  test('reads all sums again where the changes are unknown', async () => {
    const leaders = createHeld()
    await leaders()
    version = 'round 8'
    moves = null
    expect(await leaders()).toEqual(AT_FIRST)
    expect(all).toHaveLength(2)
  })

  test('reads again for requests after a settlement during which it reads', async () => {
    const leaders = createHeld()
    await leaders()
    version = 'round 8'
    let later: Promise<unknown> = Promise.resolve()
    duringMoves = () => {
      duringMoves = () => undefined
      version = 'round 9'
      moves = [sumsOf(5, 10)]
      later = leaders()
    }
    await leaders()
    expect(await later).toEqual([
      [5, 10],
      [9, 9],
      [3, 3],
    ])
  })

  test('shares no result while the index is behind', async () => {
    const leaders = createHeld()
    version = null
    await leaders()
    moves = [sumsOf(3, 6)]
    expect((await leaders())[1]).toEqual([3, 6])
  })

  test('adds up only the days between the requested day and the nearest known', async () => {
    const leaders = createHeld()
    expect(await leaders({ firstDay: 20 })).toEqual(AT_FIRST)
    expect((await leaders({ firstDay: 21 })).at(-1)).toEqual([3, 2])
    expect((await leaders({ firstDay: 18 })).at(-1)).toEqual([3, 4])
    moves = [sumsOf(3, 7)]
    expect((await leaders({ firstDay: 22 }))[1]).toEqual([3, 7])
    expect(await leaders({ firstDay: 20 })).toEqual(AT_FIRST)
    expect(between).toEqual([
      [20, 21],
      [20, 18],
      [21, 22],
    ])
    expect(all).toHaveLength(1)
    await leaders({ firstDay: 33 })
    expect(all).toHaveLength(2)
  })

  test('adds up all days where the changes since are unknown', async () => {
    const leaders = createHeld()
    await leaders({ firstDay: 20 })
    moves = null
    expect(await leaders({ firstDay: 21 })).toEqual(AT_FIRST)
    expect(all).toHaveLength(2)
  })

  test('holds a bounded number of tables', async () => {
    const leaders = createHeld()
    for (let day = 20; day <= 260; day += 20) await leaders({ firstDay: day })
    version = 'round 8'
    await leaders({ firstDay: 260 })
    expect(all).toHaveLength(13)
    await leaders({ firstDay: 20 })
    expect(all).toHaveLength(14)
  })

  test('holds those of twelve windows: the one that was not requested for longest makes room', async () => {
    const leaders = createHeld()
    for (let turn = 0; turn < 12; turn += 1) await leaders({ firstDay: turn * 100 })
    await leaders({ firstDay: 100 })
    await leaders({ firstDay: 0 }, 'prepare')
    for (const firstDay of [1_200, 1_300]) await leaders({ firstDay })
    expect(all).toHaveLength(14)
    await leaders({ firstDay: 100 })
    expect(all).toHaveLength(14)
    await leaders({ firstDay: 0 })
    expect(all).toHaveLength(15)
  })

  test('keeps those of windows, however many days are requested', async () => {
    const leaders = createHeld()
    await leaders({ window: 'week' })
    for (let day = 20; day <= 260; day += 20) await leaders({ firstDay: day })
    await leaders({ window: 'week' })
    expect(all).toHaveLength(14)
  })
})
