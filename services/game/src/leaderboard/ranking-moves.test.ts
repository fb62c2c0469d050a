import { type Epoch, toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { createIndexStore } from '../indexer/index-store.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import type { Ranking, RankingFilter } from './ranking-filter.ts'
import { findMoves, findOrder, findStandings } from './ranking-order.queries.ts'
import { type Moves, mergeMoves, type RankingOrder, rankAccounts } from './ranking-order.ts'

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
    select distinct on (epoch, account) account, epoch, 1 + (n + epoch) % 2, 1e18 + n % 3 * 7e29, '', 0, 0, epoch * 100 + n
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

const filterOf = (
  rankBy: Ranking,
  firstDay: number | null,
  from: readonly Epoch[],
): RankingFilter => ({
  ...{ window: 'week', firstDay, fromEpochs: from, rankBy },
  minimumRounds: rankBy === 'win_percent' ? 2 : 1,
})

const RANKINGS: readonly Ranking[] = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
]

/** Returns all accounts in order, and the rank of each. */
async function rankingOf(filter: RankingFilter, order: RankingOrder, moves: Moves['sums'] = []) {
  const { players, first, rankOf } = rankAccounts(order, filter, moves)
  const accounts = first(1_000)
  const standings = await findStandings(database.db, TABLES, filter, accounts)
  const ranks = accounts.map((account) => {
    const standing = standings.get(account)
    return standing && rankOf(standing)
  })
  return { players, accounts, ranks, three: first(3) }
}

function merge(
  { records }: RankingOrder,
  filter: RankingFilter,
  { sums, positions }: Moves,
): RankingOrder {
  const { fromEpochs } = filter
  return { records: mergeMoves(records, filter, sums), positions, fromEpochs }
}

const noMoves = ({ positions }: RankingOrder): Moves => ({ sums: [], positions })

describe('findMoves', () => {
  test('property: an order and what has changed since are the order of now', async () => {
    const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 8 })
    const anyStarts = fc.record({
      before: fc.integer({ min: 1, max: 4 }),
      later: fc.integer({ min: 0, max: 3 }),
    })
    let known = 0
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, anyStarts, async (earlier, steps, { before, later }) => {
        await restart(database.db, 1)
        await restart(btc, 17)
        let block = 0
        const applyAll = async (all: readonly Step[]) => {
          for (const step of all) {
            block += 1
            await apply(step.market === 'BNB' ? database.db : btc, step, block)
          }
        }
        await applyAll(earlier)
        const startsAt = (epoch: number) => [toEpoch(epoch), toEpoch(epoch + 1)]
        const filters = RANKINGS.flatMap((rankBy) => [
          { was: filterOf(rankBy, null, startsAt(before)), is: startsAt(before + later) },
          { was: filterOf(rankBy, 1, startsAt(3)), is: startsAt(3) },
        ])
        const orders: RankingOrder[] = []
        for (const { was } of filters) orders.push(await findOrder(database.db, TABLES, was))
        await applyAll(steps)
        for (const [index, { was, is }] of filters.entries()) {
          const order = orders[index]
          if (order === undefined) throw new TypeError('each filter has an order')
          const filter = { ...was, fromEpochs: is }
          const moves = await findMoves(database.db, TABLES, filter, order)
          if (moves === null) throw new Error('the changes are unknown')
          known += moves.sums.length
          const fresh = await findOrder(database.db, TABLES, filter)
          const ranking = await rankingOf(filter, fresh)
          expect(ranking.ranks).toEqual(ranking.accounts.map((_, at) => at + 1))
          expect(await rankingOf(filter, order, moves.sums)).toEqual(ranking)
          expect(merge(order, filter, moves)).toEqual(fresh)
        }
      }),
      { numRuns: inject('isDeep') ? 200 : 15 },
    )
    expect(known).toBeGreaterThan(0)
  })

  test('finds who bet on decided rounds, not on the one that a strike begins', async () => {
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const filter = filterOf('net_results', null, [toEpoch(1), toEpoch(1)])
    const order = await findOrder(db, TABLES, filter)
    await apply(db, { market: 'BNB', kind: 'decide', epochs: 3, price: 1 }, 1)
    const { rows } = await sql<{ account: Buffer }>`
      select distinct account from bets where epoch in (1, 2) order by account`.execute(db)
    const moves = await findMoves(db, TABLES, filter, order)
    const accounts = moves?.sums.map(({ account }) => account) ?? []
    expect(accounts.toSorted(Buffer.compare)).toEqual(rows.map(({ account }) => account))
  })

  test('knows nothing of an index that was restarted, of a lost journal, and of dropped rounds', async () => {
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const filter = filterOf('net_results', null, [toEpoch(2), toEpoch(2)])
    const order = await findOrder(db, TABLES, filter)
    const find = (since = order, now = filter) => findMoves(db, TABLES, now, since)
    expect(await find()).toEqual(noMoves(order))
    const positions = [order.positions[0] ?? 0, (order.positions[1] ?? 0) + 1]
    expect(await find({ ...order, positions })).toBeNull()
    const later = { ...filter, fromEpochs: [toEpoch(5), toEpoch(2)] }
    expect((await find(order, later))?.sums.map(({ account }) => account.length)).toContain(20)
    expect(await find(order, { ...filter, fromEpochs: [toEpoch(1), toEpoch(2)] })).toBeNull()
    await sql`update market set dropped_before = 4`.execute(db)
    expect(await find(order, later)).toBeNull()
    expect(await find()).toEqual(noMoves(order))
    await restart(btc, 17)
    expect(await find()).toBeNull()
  })

  test('knows nothing after more changes than it lists', async () => {
    const { db } = database
    await restart(db, 1)
    await restart(btc, 17)
    const filter = filterOf('net_results', null, [toEpoch(1), toEpoch(1)])
    const order = await findOrder(db, TABLES, filter)
    await sql`insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
      select decode(${numberToHex(0, { size: 16 }).slice(2)} || lpad(to_hex(n + 100), 8, '0'), 'hex'),
        1, 1, 1, '', 0, 0, 1000 + n from generate_series(1, 5001) n`.execute(db)
    expect((await findMoves(db, TABLES, filter, order))?.sums).toEqual([])
    await apply(db, { market: 'BNB', kind: 'decide', epochs: 2, price: 1 }, 1)
    expect(await findMoves(db, TABLES, filter, order)).toBeNull()
  })
})
