import { toUnixSeconds } from '@bullring/prediction/units'
import { openDatabase } from '@bullring/server/db/open-database'
import { printLine } from '@bullring/stack/bench/report'
import type { LocalMarket } from '@bullring/stack/chain/local-market'
import { sql } from 'kysely'
import { inSchema } from '../../src/db/in-schema.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/open-database.ts'
import type { GameTables } from '../../src/db/schema.ts'
import { createIndexStore } from '../../src/indexer/write/index-store.ts'
import { bullringRules } from '../../src/market/bullring-rules.ts'
import { type WindowStarts, windowStarts } from '../../src/market/windows.ts'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { TEST_CHAIN_ID } from '../../src/testing/chain/start-test-chain.ts'

/** Bets of each round. The first `BOTS` accounts bet on every round. */
export const BETS_PER_ROUND = 200
const BOTS = 10
/** Accounts that share one bet of each round; a few of them play most. */
const STRATUM = 1_000
/** Rounds inserted by one statement. */
const CHUNK = 2_500
/** Rounds of a partition of bets, as db/schema/facts.ts has it. */
const PARTITION = 10_000
const ANSWERS_PER_ROUND = 5
/** Time limit of one statement of the fill. */
const STATEMENT_MS = 7_200_000
/** A statement of the fill sorts and groups millions of rows, and a crash would only end the benchmark. */
const FILL_OPTIONS = '-c work_mem=512MB -c maintenance_work_mem=512MB -c synchronous_commit=off'

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
  { from, to }: { from: number; to: number },
): Promise<void> {
  const pool = openDatabase<GameTables>({
    url: inSchema(withOptions(url), schema),
    applicationName: 'bullring-bench',
    onIdleError: () => undefined,
    timeoutMs: STATEMENT_MS,
  })
  try {
    await migrate(withOptions(url), schema)
    await pool.connection().execute((db) => fill(db, { schema, market }, chain, { from, to }))
  } finally {
    await pool.destroy()
  }
}

async function fill(
  db: Database,
  { schema, market }: Pick<HistoryTarget, 'schema' | 'market'>,
  chain: TestChain,
  { from, to }: { from: number; to: number },
): Promise<void> {
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
  const history = { from, rounds: to, start, block: Number(newest.number) - to }
  const say = (what: string) =>
    printLine(`${schema ?? 'the first market'}: ${what} (${new Date().toISOString()})`)
  await insertHistory(db, history, say)
  const starts = await windowStarts(clockOf(chain), timestamp)
  await addSums(db, chain, starts, say)
  await requireEverySum(db)
  await sql`vacuum analyze`.execute(db)
  say('vacuumed')
}

function withOptions(text: string): string {
  const url = new URL(text)
  url.searchParams.set('options', FILL_OPTIONS)
  return url.href
}

function clockOf({ schedule }: TestChain) {
  return bullringRules({
    schedule,
    maxOracleDelay: 60,
    settlementWindow: 86_400,
    maxPayoutMultiple: 0,
  }).clock
}

/** `block` is the number of the block before the first round, higher than any block of a short chain. */
type History = { from: number; rounds: number; start: number; block: number }

async function insertHistory(
  db: Database,
  history: History,
  say: (what: string) => void,
): Promise<void> {
  const { from: first, rounds, start, block } = history
  const partitions = Array.from(
    { length: Math.floor(rounds / PARTITION) + 1 },
    (_, index) => index * PARTITION,
  )
  await sql`select keep_partitions(${partitions}::int8[])`.execute(db)
  // Prices of consecutive rounds differ, so every round has a winner.
  await sql`insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
    select n, 60000000000 + (n * 7) % 13, n * ${ANSWERS_PER_ROUND}::int8, ${block} + n, 0
    from generate_series(${first}::int8, ${rounds}::int8) n`.execute(db)
  await sql`insert into oracle_rounds (round_id, price, updated_at, block_number)
    select n, 60000000000 + (n * 7) % 1300,
      ${start} + n * ${300 / ANSWERS_PER_ROUND}, ${block} + n / ${ANSWERS_PER_ROUND}::int8
    from generate_series(${first * ANSWERS_PER_ROUND}::int8, ${(rounds + 1) * ANSWERS_PER_ROUND - 1}::int8) n`.execute(
    db,
  )
  for (let from = first; from <= rounds; from += CHUNK) {
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
  starts: WindowStarts,
  say: (what: string) => void,
): Promise<void> {
  const { genesisTimestamp, intervalSeconds } = schedule
  await sql`analyze`.execute(db)
  await sql`update market set has_days = true,
    genesis_timestamp = ${genesisTimestamp}, interval_seconds = ${intervalSeconds}`.execute(db)
  await sql`alter table standings disable trigger user`.execute(db)
  const newest = Number.MAX_SAFE_INTEGER
  await sql`select add_standings(${-newest}::int8, (select min(number) from blocks))`.execute(db)
  say('sums of accounts and days added up')
  for (const [window, epoch] of Object.entries(starts)) {
    await sql`select add_to_span(${window}, epochs_final(${Number(epoch)}, ${newest}))`.execute(db)
    await sql`update standing_spans set from_epoch = ${Number(epoch)} where span = ${window}`.execute(
      db,
    )
    say(`window filled: ${window}`)
  }
  // As triggers do bet by bet.
  await sql`insert into standing_marks
    select s.span, p.ranking, '-infinity', '', count(*) from standings s, places_of(s) p group by 1, 2`.execute(
    db,
  )
  await sql`analyze standings`.execute(db)
  await sql`select split_mark(m) from standing_marks m where players > 2000`.execute(db)
  await sql`alter table standings enable trigger user`.execute(db)
}

type EverySum = { bets: number; decided: number; all: number; days: number; isMarked: boolean }

/** @throws When standings, days or marks lack a bet. */
async function requireEverySum(db: Database): Promise<void> {
  const { rows } = await sql<EverySum>`
    select (select count(*) from bets where epoch < (select max(epoch) from strikes)) as bets,
      (select count(*) from decided_bets) as decided,
      (select sum(rounds)::int8 from standings where span = 'all') as all,
      (select sum(rounds)::int8 from day_standings) as days,
      (select sum(players) from standing_marks where ranking = 'net_results')
        = (select count(*) from standings) as "isMarked"`.execute(db)
  const [row] = rows
  const isEach = row && [row.decided, row.all, row.days].every((sum) => sum === row.bets)
  if (isEach !== true || row?.isMarked !== true)
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
