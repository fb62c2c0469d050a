import { toUnixSeconds } from '@bullring/prediction/units'
import type { LocalMarket } from '@bullring/stack/chain/local-market'
import { sql } from 'kysely'
import { migrate } from '../src/db/migrate.ts'
import type { Database } from '../src/db/open-database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { createIndexStore } from '../src/indexer/index-store.ts'
import type { TestChain } from '../src/testing/start-test-chain.ts'
import { TEST_CHAIN_ID } from '../src/testing/start-test-chain.ts'

/** Bets of each round. The first `BOTS` accounts bet on every round. */
export const BETS_PER_ROUND = 200
const BOTS = 10
/** Accounts that share one bet of each round; a few of them play most. */
const STRATUM = 1_000
/** Rounds inserted by one statement. */
const CHUNK = 100
const ANSWERS_PER_ROUND = 5

export type HistoryTarget = {
  url: string
  /** Null for the default market's. */
  schema: string | null
  market: LocalMarket
}

/**
 * Fills an index with a long history by server-side inserts, through the tables and triggers of the indexer: bots, players
 * who bet often, and many who played a few rounds. It ends at the chain's newest block.
 */
export async function fillHistory(
  { url, schema, market }: HistoryTarget,
  chain: TestChain,
  rounds: number,
): Promise<void> {
  const db = openDatabase(url, () => undefined, schema)
  try {
    await migrate(db, schema)
    const [genesis, newest] = await Promise.all([
      chain.client.getBlock({ blockNumber: 0n }),
      chain.client.getBlock(),
    ])
    const { prediction, startBlock } = market
    const identity = { prediction, startBlock, genesisHash: genesis.hash }
    await createIndexStore(db).restart(
      { kind: 'bullring', chainId: TEST_CHAIN_ID, maxPayoutMultiple: 0, ...identity },
      {
        number: Number(newest.number),
        hash: newest.hash,
        timestamp: toUnixSeconds(newest.timestamp),
      },
    )
    await sql`insert into fee_changes (block_number, log_index, epoch, treasury_fee)
      values (${startBlock}, 0, 0, 300)`.execute(db)
    const { genesisTimestamp: start } = chain.schedule
    await insertHistory(db, { rounds, start, block: Number(newest.number) - rounds })
    await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** `block` is that before the first round; a short chain has none with such a number. */
type History = { rounds: number; start: number; block: number }

async function insertHistory(db: Database, history: History): Promise<void> {
  for (let from = 1; from <= history.rounds; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, history.rounds)
    await insertBets(db, { from, to }, history)
    await sql`insert into claims (account, epoch, amount, tx_hash, block_number, log_index)
      select account, epoch, amount, tx_hash, block_number, 1000 + log_index from bets
      where epoch between ${from} and ${to} and log_index % 3 = 0`.execute(db)
    // Prices of consecutive rounds differ, so every round has a winner.
    await sql`insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
      select n, 60000000000 + (n * 7) % 13, n * ${ANSWERS_PER_ROUND}::int8, ${history.block} + n, 0
      from generate_series(${from}::int8, ${to}::int8) n`.execute(db)
    await sql`insert into oracle_rounds (round_id, price, updated_at, block_number)
      select n, 60000000000 + (n * 7) % 1300,
        ${history.start} + n * ${300 / ANSWERS_PER_ROUND}, ${history.block} + n / ${ANSWERS_PER_ROUND}::int8
      from generate_series(${from * ANSWERS_PER_ROUND}::int8, ${(to + 1) * ANSWERS_PER_ROUND - 1}::int8) n`.execute(
      db,
    )
    await sql`select add_standings(${history.block + from - 1}, ${history.block + to})`.execute(db)
  }
}

async function insertBets(
  db: Database,
  { from, to }: { from: number; to: number },
  { start, block }: History,
): Promise<void> {
  await sql`
    insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
    select decode(lpad(to_hex(case when n <= ${BOTS} then n
        else n * ${STRATUM} + floor(${STRATUM} * random() ^ 3)::int8 end), 40, '0'), 'hex'),
      epoch, 1 + (random() < 0.5)::int4, floor(1e15 * (1 + 99 * random()))::numeric,
      decode(lpad(to_hex(epoch * 1000 + n), 64, '0'), 'hex'),
      ${start} + (epoch - 1) * 300 + n, ${block} + epoch, n
    from generate_series(${from}::int8, ${to}::int8) epoch,
      generate_series(1, ${BETS_PER_ROUND}::int8) n`.execute(db)
}
