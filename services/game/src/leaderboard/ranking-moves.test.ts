import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { createIndexStore } from '../indexer/index-store.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { AccountNumbers } from './account-numbers.ts'
import type { Ranking, RankingSpan } from './ranking-filter.ts'
import { type AllSums, findDaysBetween, findMoves, findSums } from './ranking-sums.queries.ts'
import type { SumsOfBytes } from './standing.ts'
import { SumsTable } from './sums-table.ts'

const BTC_SCHEMA = 'market_btc'
const TABLES = [
  { symbol: 'BNB', schema: null },
  { symbol: 'BTC', schema: BTC_SCHEMA },
]
const EPOCHS = 14
const HASH = `0x${'00'.repeat(32)}` as const

let database: TestDatabase
let btc: Database

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  btc = openDatabase(database.url, () => undefined, BTC_SCHEMA)
  await migrate(btc, BTC_SCHEMA)
})

afterAll(async () => {
  await btc.destroy()
  await database.drop()
})

/** Restarts a market in which a few of 60 accounts bet on each round, many of them the same amount. */
async function restart(db: Database, seed: number): Promise<void> {
  await createIndexStore(db).restart(
    {
      ...({ kind: 'bullring', chainId: 1, prediction: `0x${'aa'.repeat(20)}` } as const),
      ...{ genesisHash: HASH, startBlock: 1, maxPayoutMultiple: 0 },
    },
    { number: 0, hash: HASH, timestamp: toUnixSeconds(0) },
  )
  await sql`update market set has_days = true, genesis_timestamp = 0, interval_seconds = 21600`.execute(
    db,
  )
  await sql`insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
    select distinct on (epoch, account) account, epoch, 1 + (n + epoch) % 2, 1e18 + n % 3 * 7e28, '', 0, 0, epoch * 100 + n
    from generate_series(1, ${EPOCHS}) epoch, generate_series(1, 8) n, lateral (
      select decode(lpad(to_hex((${seed} + epoch * 7 + n * n * 5) % 60), 40, '0'), 'hex') as account
    ) a`.execute(db)
}

type Step = {
  market: 'BNB' | 'BTC'
  kind: 'decide' | 'undo' | 'finish'
  epochs: number
  price: number
}

const anyStep = fc.record({
  market: fc.constantFrom('BNB', 'BTC'),
  kind: fc.constantFrom('decide', 'decide', 'undo', 'finish'),
  epochs: fc.integer({ min: 1, max: 3 }),
  price: fc.integer({ min: 1, max: 3 }),
})

/** Decides the next rounds in a block, undoes those that are not final, or makes all of them final. */
async function apply(db: Database, { kind, epochs, price }: Step, block: number): Promise<void> {
  if (kind === 'undo') {
    const final = await db
      .selectFrom('blocks')
      .select('number')
      .orderBy('number')
      .executeTakeFirst()
    await db
      .deleteFrom('strikes')
      .where('block_number', '>', final?.number ?? 0)
      .execute()
    return
  }
  if (kind === 'decide')
    await sql`insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
      select n, 100 + n * ${price} % 4, n, ${block}::int8, n
      from generate_series(1, ${EPOCHS}) n
      where n > (select coalesce(max(epoch), 0) from strikes)
      order by n limit ${epochs}`.execute(db)
  await db
    .insertInto('blocks')
    .values({ number: block, hash: Buffer.alloc(32), timestamp: 0 })
    .execute()
  if (kind === 'finish') await db.deleteFrom('blocks').where('number', '<', block).execute()
}

const spanOf = (firstDay: number | null, from: readonly number[]): RankingSpan => ({
  ...{ window: 'week', firstDay, fromEpochs: from.map(toEpoch) },
})

const RANKINGS: readonly Ranking[] = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
]

function tableOf({ records }: Pick<AllSums, 'records'>): SumsTable {
  const table = new SumsTable(new AccountNumbers())
  for (const some of records) table.add(some)
  return table
}

/** Returns the accounts of each ranking in order. */
function rankingsOf(table: SumsTable) {
  return RANKINGS.map((rankBy) => {
    const ranking = { rankBy, minimumRounds: rankBy === 'win_percent' ? 2 : 1 }
    const leaders = table.leaders({ ...ranking, limit: 1_000 })
    const ranks = leaders.map(({ account }) => table.rank(account, ranking))
    expect(ranks).toEqual(
      leaders.map((standing, at) => ({
        ...{ players: leaders.length, own: { standing, rank: at + 1 } },
      })),
    )
    expect(table.leaders({ ...ranking, limit: 3 })).toEqual(leaders.slice(0, 3))
    return leaders
  })
}

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
        await restart(database.db, 1)
        await restart(btc, 17)
        let block = 0
        const applyAll = async (all: readonly Step[]) => {
          for (const step of all) {
            block += 1
            await apply(step.market === 'BNB' ? database.db : btc, step, block)
          }
        }
        const find = (span: RankingSpan) => findSums(database.db, TABLES, span)
        await applyAll(earlier)
        const window = await find(spanOf(null, [before, before + 1]))
        const days = await find(spanOf(1, [3, 3]))
        await applyAll(steps)

        const moved = spanOf(null, [before + later, before + later + 1])
        for (const [was, span] of [
          [window, moved],
          [days, days.span],
        ] as const) {
          const { sums } = knownOf(await findMoves(database.db, TABLES, span, was))
          known += sums.length
          const newest = rankingsOf(tableOf(await find(span)))
          expect(rankingsOf(write(tableOf(was), sums))).toEqual(newest)
        }
        const span = spanOf(day, [1, 1])
        const between = knownOf(await findDaysBetween(database.db, TABLES, span, days))
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
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const span = spanOf(null, [1, 1])
    const read = await findSums(db, TABLES, span)
    await apply(db, { market: 'BNB', kind: 'decide', epochs: 3, price: 1 }, 1)
    const { rows } = await sql<{ account: Buffer }>`
      select distinct account from bets where epoch in (1, 2) order by account`.execute(db)
    const moves = await findMoves(db, TABLES, span, read)
    const accounts = moves?.sums.map(({ account }) => account) ?? []
    expect(accounts.toSorted(Buffer.compare)).toEqual(rows.map(({ account }) => account))
  })

  test('knows nothing of an index that was restarted, of a lost journal, and of dropped rounds', async () => {
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const span = spanOf(null, [2, 2])
    const { records: _, ...read } = await findSums(db, TABLES, span)
    const find = (since = read, now = span) => findMoves(db, TABLES, now, since)
    expect(await find()).toEqual({ ...read, sums: [] })
    const positions = [read.positions[0] ?? 0, (read.positions[1] ?? 0) + 1]
    expect(await find({ ...read, positions })).toBeNull()
    const later = spanOf(null, [5, 2])
    expect((await find(read, later))?.sums.map(({ account }) => account.length)).toContain(20)
    expect(await find(read, spanOf(null, [1, 2]))).toBeNull()
    await sql`update market set dropped_before = 4`.execute(db)
    expect(await find(read, later)).toBeNull()
    expect(await find()).toEqual({ ...read, sums: [] })
    await restart(btc, 17)
    expect(await find()).toBeNull()
  })

  test('knows nothing after more changes than it lists', async () => {
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const span = spanOf(null, [1, 1])
    const read = await findSums(db, TABLES, span)
    await sql`insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
      select decode(${numberToHex(0, { size: 16 }).slice(2)} || lpad(to_hex(n + 100), 8, '0'), 'hex'),
        1, 1, 1, '', 0, 0, 1000 + n from generate_series(1, 5001) n`.execute(db)
    expect((await findMoves(db, TABLES, span, read))?.sums).toEqual([])
    await apply(db, { market: 'BNB', kind: 'decide', epochs: 2, price: 1 }, 1)
    expect(await findMoves(db, TABLES, span, read)).toBeNull()
  })

  test('knows no days between until sums by day are kept', async () => {
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const read = await findSums(db, TABLES, spanOf(1, [3, 3]))
    const find = () => findDaysBetween(db, TABLES, spanOf(2, [7, 7]), read)
    expect(await find()).not.toBeNull()
    await sql`update market set has_days = false`.execute(btc)
    expect(await find()).toBeNull()
  })
})
