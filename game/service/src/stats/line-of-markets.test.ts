import { toEpoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../db/open-database.ts'
import { shortLine } from '../testing/database/expected-line.ts'
import { createTwoMarkets, type TwoMarkets } from '../testing/database/two-markets.ts'
import { findProfitLine } from './profit-line.queries.ts'

const ACCOUNT = `0x${'ff'.repeat(20)}` as const

let markets: TwoMarkets

beforeAll(async () => {
  markets = await createTwoMarkets(inject('postgresUrl'))
})

afterAll(() => markets.drop())

type Bets = { from: number; to: number; delay: number }

/** Bets on a range of rounds, 100 s after each other. */
async function bet(db: Database, { from, to, delay }: Bets): Promise<void> {
  await sql`insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
    select ${toBytes(ACCOUNT)}, epoch, 1 + epoch % 3 / 2, 1e15 * epoch + 7, '', ${delay} + epoch * 100, 0, epoch * 100
    from generate_series(${from}::int8, ${to}::int8) epoch`.execute(db)
}

type Result = { symbol: string; epoch: number; placed_at: number; profit: bigint }

/** The sums after each bet, in the order they were placed. */
async function lineOf([bnbFrom, btcFrom]: readonly [number, number]) {
  const { rows } = await sql<Result>`
    select 'BNB' as symbol, epoch, placed_at, payout - amount as profit from decided_bets
    where account = ${toBytes(ACCOUNT)} and epoch >= ${bnbFrom}
    union all
    select 'BTC', epoch, placed_at, payout - amount from market_btc.decided_bets
    where account = ${toBytes(ACCOUNT)} and epoch >= ${btcFrom}
    order by placed_at, symbol`.execute(markets.db)
  let netResults = 0n
  return rows.map(({ symbol, epoch, placed_at: placedAt, profit }, index) => {
    netResults += profit
    return { symbol, epoch: toEpoch(epoch), placedAt, rounds: index + 1, netResults }
  })
}

const anyBets = fc
  .record({ ends: fc.tuple(fc.nat({ max: 14 }), fc.nat({ max: 14 })), delay: fc.nat({ max: 200 }) })
  .map(({ ends: [a, b], delay }) => ({ from: Math.min(a, b) + 1, to: Math.max(a, b), delay }))

const anyFrom = fc.constantFrom(1, 1, 3, 4)

/** Compares lines of all points and of four with the bets. */
async function expectLines(from: readonly [number, number]): Promise<void> {
  const find = (maxPoints: number) => {
    const filter = { account: ACCOUNT, fromEpochs: from.map(toEpoch), maxPoints }
    return findProfitLine(markets.db, markets.tables, filter)
  }
  const all = await lineOf(from)
  const long = await find(500)
  expect(long.points).toEqual(all)
  const { points: shown, ...streaks } = await find(4)
  expect(shown).toEqual(shortLine(all))
  expect({ points: long.points, ...streaks }).toEqual(long)
}

test.each([0, 1, 50, 100])('orders bets of another market that come %i s later', async (delay) => {
  await markets.restart()
  await bet(markets.db, { from: 1, to: 14, delay: 0 })
  await bet(markets.btc, { from: 9, to: 14, delay })
  for (let block = 1; block < 14; block += 2) {
    for (const market of ['BNB', 'BTC'] as const) {
      const step = { market, epochs: 2, price: 1 }
      await markets.apply({ ...step, kind: 'decide' }, block)
      await markets.apply({ ...step, kind: 'finish' }, block + 1)
    }
  }
  await expectLines([1, 1])
})

test('property: a line of several markets is that of their bets in order', async () => {
  const { db, btc } = markets
  const anySteps = fc.array(
    fc.record({
      market: fc.constantFrom('BNB', 'BNB', 'BTC'),
      kind: fc.constantFrom('decide', 'decide', 'decide', 'skip', 'late', 'undo'),
      epochs: fc.integer({ min: 2, max: 4 }),
      price: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 6, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(
      ...([anyBets, anySteps, fc.tuple(anyFrom, anyFrom)] as const),
      async (btcBets, steps, from) => {
        await markets.restart()
        await bet(db, { from: 1, to: 14, delay: 0 })
        await bet(btc, btcBets)
        for (const [index, step] of steps.entries()) {
          await markets.apply(step, 2 * index + 1)
          if (index % 2 === 1) await markets.apply({ ...step, kind: 'finish' }, 2 * index + 2)
        }
        await expectLines(from)
      },
    ),
    { numRuns: inject('isDeep') ? 300 : 12 },
  )
})
