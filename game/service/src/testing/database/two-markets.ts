import { toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import type { MarketTables } from '../../db/market-tables.ts'
import { migrate } from '../../db/migrate.ts'
import { type Database, openDatabase } from '../../db/open-database.ts'
import { createIndexStore } from '../../indexer/write/index-store.ts'
import { createTestDatabase } from './create-test-database.ts'

const BTC_SCHEMA = 'market_btc'
const EPOCHS = 14
const HASH = `0x${'00'.repeat(32)}` as const

/** The indexes of two markets in one database. */
export type TwoMarkets = {
  /** Connection that sees the tables of the first market, and by `tables` the tables of both. */
  db: Database
  btc: Database
  tables: readonly MarketTables[]
  /** Empties both, and adds bets to rounds 1 to 14 that are not settled. */
  restart: () => Promise<void>
  /** Applies a change as the block with this number. */
  apply: (step: Step, block: number) => Promise<void>
  drop: () => Promise<void>
}

/** Creates two empty indexes. */
export async function createTwoMarkets(postgresUrl: string): Promise<TwoMarkets> {
  const database = await createTestDatabase(postgresUrl)
  const { db } = database
  const btc = openDatabase(database.url, () => undefined, BTC_SCHEMA)
  await migrate(database.url, BTC_SCHEMA)
  return {
    db,
    btc,
    tables: [
      { symbol: 'BNB', schema: null },
      { symbol: 'BTC', schema: BTC_SCHEMA },
    ],
    restart: async () => {
      await restart(db, 1)
      await restart(btc, 17)
    },
    apply: (step, block) => apply(step.market === 'BNB' ? db : btc, step, block),
    drop: async () => {
      await btc.destroy()
      await database.drop()
    },
  }
}

/** Restarts a market in which a few of 60 accounts bet on each round, many of them the same amount. */
async function restart(db: Database, seed: number): Promise<void> {
  await createIndexStore(db).restart(
    {
      ...({ kind: 'bullring', chainId: 1, prediction: `0x${'aa'.repeat(20)}` } as const),
      genesisHash: HASH,
      startBlock: 1,
      maxPayoutMultiple: 0,
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

/** Decides the next rounds, the next but one, or one that was left out; undoes all that are not final, or makes them final. */
type Step = {
  market: 'BNB' | 'BTC'
  kind: 'decide' | 'skip' | 'late' | 'undo' | 'finish'
  epochs: number
  price: number
}

async function apply(db: Database, { kind, epochs, price }: Step, block: number): Promise<void> {
  if (kind === 'undo') return await undo(db)
  const from = sql`(select coalesce(max(epoch), 0) + ${kind === 'skip' ? 2 : 1} from strikes)`
  const next = kind === 'late' ? sql`n < (select max(epoch) from strikes)` : sql`n >= ${from}`
  if (kind !== 'finish')
    await sql`insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
      select n, 100 + n * ${price} % 4, n, ${block}::int8, n
      from generate_series(1, ${EPOCHS}) n
      where ${next} and not exists (select from strikes where epoch = n)
      order by n limit ${epochs}`.execute(db)
  await db
    .insertInto('blocks')
    .values({ number: block, hash: Buffer.alloc(32), timestamp: 0 })
    .execute()
  if (kind === 'finish') await db.deleteFrom('blocks').where('number', '<', block).execute()
}

async function undo(db: Database): Promise<void> {
  const final = await db.selectFrom('blocks').select('number').orderBy('number').executeTakeFirst()
  await db
    .deleteFrom('strikes')
    .where('block_number', '>', final?.number ?? 0)
    .execute()
}
