import { toEpoch } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { rankingsOf, tableOf } from '../testing/every-ranking.ts'
import { anyStep, createTwoMarkets, type Step, type TwoMarkets } from '../testing/two-markets.ts'
import { HeldSums } from './held-sums.ts'
import type { RankingSpan } from './ranking-filter.ts'
import { findDaysBetween, findMoves } from './ranking-moves.queries.ts'
import { findSums } from './ranking-sums.queries.ts'
import { findLeft, findSettled } from './settled-rounds.queries.ts'

let markets: TwoMarkets

beforeAll(async () => {
  markets = await createTwoMarkets(inject('postgresUrl'))
})

afterAll(() => markets.drop())

const spanOf = (from: number, firstDay: number | null = null): RankingSpan => ({
  ...{ window: 'week', firstDay, fromEpochs: [from, from + 1].map(toEpoch) },
})

const decide = (epochs: number): Step => ({ market: 'BNB', kind: 'decide', epochs, price: 1 })

describe('held sums', () => {
  test('property: are those of now after each change, mostly by what settlements add', async () => {
    const { db, tables } = markets
    const counts = { settled: 0, unknown: 0, left: 0 }
    const anySteps = fc.array(fc.record({ step: anyStep, move: fc.integer({ min: 0, max: 1 }) }), {
      minLength: 4,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        await markets.restart()
        let version = 0
        const held = new HeldSums(
          {
            findSums: (span) => findSums(db, tables, span),
            findSettled: async (positions) => {
              const settled = await findSettled(db, tables, positions)
              if (settled === null) counts.unknown += 1
              else if (settled.records.length > 0) counts.settled += 1
              return settled
            },
            findLeft: async (span, read) => {
              const left = await findLeft(db, tables, span, read)
              counts.left += left?.length ?? 0
              return left
            },
            findMoves: (span, read) => findMoves(db, tables, span, read),
            findDaysBetween: (span, read) => findDaysBetween(db, tables, span, read),
          },
          () => `${version}`,
        )
        let from = 1
        for (const { step, move } of steps) {
          await markets.apply(step, version + 1)
          version += 1
          from += move
          for (const span of [spanOf(from), spanOf(3, 1)]) {
            const table = await held.find(span)
            expect(rankingsOf(table)).toEqual(rankingsOf(tableOf(await findSums(db, tables, span))))
          }
        }
      }),
      { numRuns: inject('isDeep') ? 300 : 12 },
    )
    expect(counts.settled).toBeGreaterThan(counts.unknown)
    expect(counts.unknown).toBeGreaterThan(0)
    expect(counts.left).toBeGreaterThan(0)
  })
})

describe('findSettled', () => {
  test('adds up each settled round once', async () => {
    const { db, tables } = markets
    await markets.restart()
    const { positions } = await findSums(db, tables, spanOf(1))
    expect(await findSettled(db, tables, positions)).toEqual({
      ...{ positions, firstEpochs: [null, null], records: [] },
    })
    await markets.apply(decide(3), 1)
    const settled = await findSettled(db, tables, positions)
    expect(settled?.firstEpochs).toEqual([0, null])
    expect(rankingsOf(tableOf(settled ?? { records: [] }))).toEqual(
      rankingsOf(tableOf(await findSums(db, tables, spanOf(1)))),
    )
    const next = await findSettled(db, tables, settled?.positions ?? [])
    expect(next?.records).toEqual([])
  })

  test('knows nothing after a reorg, of a lost journal, and where rounds are journaled without a strike', async () => {
    const { db, tables } = markets
    await markets.restart()
    await markets.apply(decide(3), 1)
    const { positions } = await findSums(db, tables, spanOf(1))
    const find = (since: readonly number[] = positions) => findSettled(db, tables, since)
    const [bnb = 0, btc = 0] = positions
    expect(await find([bnb, btc + 1])).toBeNull()
    const undo: Step = { ...decide(1), kind: 'undo' }
    await markets.apply(undo, 2)
    expect(await find()).toBeNull()
    await markets.apply(decide(3), 2)
    expect(await find()).toBeNull()
    const after = await findSums(db, tables, spanOf(1))
    expect(await find(after.positions)).not.toBeNull()
    await sql`insert into changes (kind, epoch) values ('round', 1)`.execute(db)
    expect(await find(after.positions)).toBeNull()
  })
})

describe('findLeft', () => {
  test('knows nothing of rounds that were settled or undone since, and of dropped bets', async () => {
    const { db, tables } = markets
    await markets.restart()
    await markets.apply(decide(4), 1)
    const { records: _, ...read } = await findSums(db, tables, spanOf(1))
    const find = (from: number) => findLeft(db, tables, spanOf(from), read)
    expect(await find(3)).not.toBeNull()
    await markets.apply(decide(1), 2)
    expect(await find(4)).not.toBeNull()
    expect(await find(5)).toBeNull()
    expect(await find(0)).toBeNull()
    await sql`update market set dropped_before = 2`.execute(db)
    expect(await find(3)).toBeNull()
  })
})
