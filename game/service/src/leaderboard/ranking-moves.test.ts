import { toEpoch } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { rankingsOf, tableOf } from '../testing/every-ranking.ts'
import { anyStep, createTwoMarkets, type Step, type TwoMarkets } from '../testing/two-markets.ts'
import type { RankingSpan } from './ranking-filter.ts'
import { findDaysBetween, findMoves } from './ranking-moves.queries.ts'
import { findSums } from './ranking-sums.queries.ts'
import type { SumsOfBytes } from './standing.ts'
import type { SumsTable } from './sums-table.ts'

let markets: TwoMarkets

beforeAll(async () => {
  markets = await createTwoMarkets(inject('postgresUrl'))
})

afterAll(() => markets.drop())

const spanOf = (firstDay: number | null, from: readonly number[]): RankingSpan => ({
  ...{ window: 'week', firstDay, fromEpochs: from.map(toEpoch) },
})

function write(table: SumsTable, sums: readonly SumsOfBytes[]): SumsTable {
  for (const sum of sums) table.write(sum)
  return table
}

function knownOf<moves>(moves: moves | null): moves {
  if (moves === null) throw new Error('the changes are unknown')
  return moves
}

describe('findMoves', () => {
  test('property: sums and what has changed since are the sums of now, since any other day too', async () => {
    const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 8 })
    const anyStarts = fc.record({
      before: fc.integer({ min: 1, max: 4 }),
      later: fc.integer({ min: 0, max: 3 }),
      day: fc.integer({ min: 0, max: 3 }),
    })
    let known = 0
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, anyStarts, async (earlier, steps, starts) => {
        const { before, later, day } = starts
        const { db, tables, restart, apply } = markets
        await restart()
        let block = 0
        const applyAll = async (all: readonly Step[]) => {
          for (const step of all) {
            block += 1
            await apply(step, block)
          }
        }
        const find = (span: RankingSpan) => findSums(db, tables, span)
        await applyAll(earlier)
        const window = await find(spanOf(null, [before, before + 1]))
        const days = await find(spanOf(1, [3, 3]))
        await applyAll(steps)

        const moved = spanOf(null, [before + later, before + later + 1])
        for (const [was, span] of [
          [window, moved],
          [days, days.span],
        ] as const) {
          const { sums } = knownOf(await findMoves(db, tables, span, was))
          known += sums.length
          const newest = rankingsOf(tableOf(await find(span)))
          expect(rankingsOf(write(tableOf(was), sums))).toEqual(newest)
        }
        const span = spanOf(day, [1, 1])
        const between = knownOf(await findDaysBetween(db, tables, span, days))
        const table = tableOf(days)
        for (const records of between.records) table.add(records, day < 1 ? 1 : -1)
        const newest = rankingsOf(tableOf(await find(span)))
        expect(rankingsOf(write(table, between.sums))).toEqual(newest)
      }),
      { numRuns: inject('isDeep') ? 200 : 15 },
    )
    expect(known).toBeGreaterThan(0)
  })

  test('finds who bet on decided rounds, not on the one that a strike begins', async () => {
    const { db, tables, restart } = markets
    await restart()
    const span = spanOf(null, [1, 1])
    const read = await findSums(db, tables, span)
    await markets.apply({ market: 'BNB', kind: 'decide', epochs: 3, price: 1 }, 1)
    const { rows } = await sql<{ account: Buffer }>`
      select distinct account from bets where epoch in (1, 2) order by account`.execute(db)
    const moves = await findMoves(db, tables, span, read)
    const accounts = moves?.sums.map(({ account }) => account) ?? []
    expect(accounts.toSorted(Buffer.compare)).toEqual(rows.map(({ account }) => account))
  })

  test('knows nothing of an index that was restarted, of a lost journal, and of dropped rounds', async () => {
    const { db, tables, restart } = markets
    await restart()
    const span = spanOf(null, [2, 2])
    const { records: _, ...read } = await findSums(db, tables, span)
    const find = (since = read, now = span) => findMoves(db, tables, now, since)
    expect(await find()).toEqual({ ...read, sums: [] })
    const positions = [read.positions[0] ?? 0, (read.positions[1] ?? 0) + 1]
    expect(await find({ ...read, positions })).toBeNull()
    const later = spanOf(null, [5, 2])
    expect((await find(read, later))?.sums.map(({ account }) => account.length)).toContain(20)
    expect(await find(read, spanOf(null, [1, 2]))).toBeNull()
    await sql`update market set dropped_before = 4`.execute(db)
    expect(await find(read, later)).toBeNull()
    expect(await find()).toEqual({ ...read, sums: [] })
    await restart()
    expect(await find()).toBeNull()
  })

  test('knows nothing after more changes than it lists', async () => {
    const { db, tables, restart } = markets
    await restart()
    const span = spanOf(null, [1, 1])
    const read = await findSums(db, tables, span)
    await sql`insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
      select decode(${numberToHex(0, { size: 16 }).slice(2)} || lpad(to_hex(n + 100), 8, '0'), 'hex'),
        1, 1, 1, '', 0, 0, 1000 + n from generate_series(1, 5001) n`.execute(db)
    expect((await findMoves(db, tables, span, read))?.sums).toEqual([])
    await markets.apply({ market: 'BNB', kind: 'decide', epochs: 2, price: 1 }, 1)
    expect(await findMoves(db, tables, span, read)).toBeNull()
  })

  test('knows no days between until sums by day are kept', async () => {
    const { db, tables, restart } = markets
    await restart()
    const read = await findSums(db, tables, spanOf(1, [3, 3]))
    const find = () => findDaysBetween(db, tables, spanOf(2, [7, 7]), read)
    expect(await find()).not.toBeNull()
    await sql`update market set has_days = false`.execute(markets.btc)
    expect(await find()).toBeNull()
  })
})
