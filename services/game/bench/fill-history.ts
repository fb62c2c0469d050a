import { toUnixSeconds } from '@bullring/prediction/units'
import type { LocalMarket } from '@bullring/stack/chain/local-market'
import { sql } from 'kysely'
import { migrate } from '../src/db/migrate.ts'
import type { Database } from '../src/db/open-database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { createIndexStore } from '../src/indexer/index-store.ts'
import { bullringRules } from '../src/market/bullring-rules.ts'
import { windowStarts } from '../src/market/windows.ts'
import type { TestChain } from '../src/testing/start-test-chain.ts'
import { TEST_CHAIN_ID } from '../src/testing/start-test-chain.ts'
import { printLine } from './report.ts'

/** Bets of each round. The first `BOTS` accounts bet on every round. */
export const BETS_PER_ROUND = 200
const BOTS = 10
/** Accounts that share one bet of each round; a few of them play most. */
const STRATUM = 1_000
/** Rounds inserted by one statement. */
const CHUNK = 2_500
/** Rounds of a partition of bets, as migration 0027 has it. */
const PARTITION = 10_000
const ANSWERS_PER_ROUND = 5
/** A statement of the fill sorts and groups millions of rows, and a crash would only end the benchmark. */
const FILL_OPTIONS =
  '-c work_mem=512MB -c maintenance_work_mem=512MB -c synchronous_commit=off -c statement_timeout=0'

export type HistoryTarget = {
  url: string
  /** Null for the default market's. */
  schema: string | null
  market: LocalMarket
}

/**
 * Fills an index with a long history by server-side inserts: bots, players who bet often, and many who played a few
 * rounds. Sums are added up once, by the functions of the indexer. It ends at the chain's newest block.
 */
export async function fillHistory(
  { url, schema, market }: HistoryTarget,
  chain: TestChain,
  rounds: number,
): Promise<void> {
  const db = openDatabase(withOptions(url), () => undefined, schema)
  try {
    await migrate(db, schema)
    const [genesis, newest] = await Promise.all([
      chain.client.getBlock({ blockNumber: 0n }),
      chain.client.getBlock(),
    ])
    const { prediction, startBlock } = market
    const identity = { prediction, startBlock, genesisHash: genesis.hash }
    const timestamp = toUnixSeconds(newest.timestamp)
    await createIndexStore(db).restart(
      { kind: 'bullring', chainId: TEST_CHAIN_ID, maxPayoutMultiple: 0, ...identity },
      { number: Number(newest.number), hash: newest.hash, timestamp },
    )
    await sql`insert into fee_changes (block_number, log_index, epoch, treasury_fee)
      values (${startBlock}, 0, 0, 300)`.execute(db)
    const { genesisTimestamp: start } = chain.schedule
    const history = { rounds, start, block: Number(newest.number) - rounds }
    const say = (what: string) =>
      printLine(`${schema ?? 'the first market'}: ${what} (${new Date().toISOString()})`)
    await insertHistory(db, history, say)
    await addSums(db, chain, say)
    for (const [window, epoch] of Object.entries(await windowStarts(clockOf(chain), timestamp)))
      await fillWindow(db, window, Number(epoch))
    say('windows filled')
    await requireEverySum(db)
    await sql`vacuum analyze`.execute(db)
    say('vacuumed')
  } finally {
    await db.destroy()
  }
}

function withOptions(text: string): string {
  const url = new URL(text)
  url.searchParams.set('options', FILL_OPTIONS)
  return url.href
}

function clockOf({ schedule }: TestChain) {
  return bullringRules({ schedule, settlementWindow: 86_400, maxPayoutMultiple: 0 }).clock
}

/** `block` is that before the first round; a short chain has none with such a number. */
type History = { rounds: number; start: number; block: number }

async function insertHistory(
  db: Database,
  history: History,
  say: (what: string) => void,
): Promise<void> {
  const { rounds, start, block } = history
  const partitions = Array.from(
    { length: Math.floor(rounds / PARTITION) + 1 },
    (_, index) => index * PARTITION,
  )
  await sql`select keep_partitions(${partitions}::int8[])`.execute(db)
  // Prices of consecutive rounds differ, so every round has a winner.
  await sql`insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
    select n, 60000000000 + (n * 7) % 13, n * ${ANSWERS_PER_ROUND}::int8, ${block} + n, 0
    from generate_series(1, ${rounds}::int8) n`.execute(db)
  await sql`insert into oracle_rounds (round_id, price, updated_at, block_number)
    select n, 60000000000 + (n * 7) % 1300,
      ${start} + n * ${300 / ANSWERS_PER_ROUND}, ${block} + n / ${ANSWERS_PER_ROUND}::int8
    from generate_series(${ANSWERS_PER_ROUND}::int8, ${(rounds + 1) * ANSWERS_PER_ROUND - 1}::int8) n`.execute(
    db,
  )
  for (let from = 1; from <= rounds; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, rounds)
    await insertBets(db, { from, to }, history)
    await sql`insert into claims (account, epoch, amount, tx_hash, block_number, log_index)
      select account, epoch, amount, tx_hash, block_number, 1000 + log_index from bets
      where epoch between ${from} and ${to} and log_index % 3 = 0`.execute(db)
    say(`${to} of ${rounds} rounds`)
  }
}

/** Adds up every round at once; the indexer does the same round by round. */
async function addSums(
  db: Database,
  { schedule }: TestChain,
  say: (what: string) => void,
): Promise<void> {
  await sql`analyze`.execute(db)
  const { genesisTimestamp, intervalSeconds } = schedule
  await sql`select keep_days(${genesisTimestamp}, ${intervalSeconds})`.execute(db)
  say('sums by day added up')
  await sql`select add_to_span('all', epochs_final(0, ${Number.MAX_SAFE_INTEGER}))`.execute(db)
  // Splits the marks of so many new standings.
  await sql`delete from standings where false`.execute(db)
  say('sums of accounts added up')
}

/** A step of the indexer moves a window by a part. */
async function fillWindow(db: Database, window: string, epoch: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ moved: boolean }>`
      select move_window(${window}, ${epoch}) as moved`.execute(db)
    if (rows[0]?.moved === true) return
  }
}

/** @throws When standings, days or marks lack a bet. */
async function requireEverySum(db: Database): Promise<void> {
  const { rows } = await sql<{ bets: number; all: number; days: number; isMarked: boolean }>`
    select (select count(*) from decided_bets) as bets,
      (select sum(rounds)::int8 from standings where span = 'all') as all,
      (select sum(rounds)::int8 from day_standings) as days,
      (select sum(players) from standing_marks where ranking = 'net_results')
        = (select count(*) from standings) as "isMarked"`.execute(db)
  const [row] = rows
  if (row === undefined || row.bets !== row.all || row.bets !== row.days || !row.isMarked)
    throw new Error(`the sums are not those of the bets: ${JSON.stringify(row)}`)
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
