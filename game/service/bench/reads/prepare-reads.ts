import { printLine } from '@bullring/stack/bench/report'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/open-database.ts'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { BETS_PER_ROUND, fillHistory } from './fill-history.ts'

/** Rounds without bets before the newest: those that the audit compares with the contract. */
export const QUIET_ROUNDS = 30
/** Bets of the second market, which requests of ALL markets read too. */
const SECOND_SHARE = 0.25
const SECOND_SCHEMA = 'market_btc'

/**
 * Fills the indexes of both markets of `chain`, unless an earlier run did: `rounds` rounds in the first, a quarter as many
 * in the second.
 */
export async function prepareReads(chain: TestChain, url: string, rounds: number): Promise<void> {
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push(
    60_000_000_000n,
    genesisTimestamp + (rounds + QUIET_ROUNDS) * intervalSeconds + 10,
  )
  const db = openDatabase(url, () => undefined)
  try {
    const { hash } = await chain.client.getBlock()
    const mark = `filled_to_${hash.slice(2, 18)}`
    const { rows } = await sql`select from pg_namespace where nspname = ${mark}`.execute(db)
    if (rows.length > 0) return printLine(`${rounds} rounds, filled by an earlier run`)
    await fillBoth(chain, url, rounds)
    await sql`create schema ${sql.id(mark)}`.execute(db)
  } finally {
    await db.destroy()
  }
}

async function fillBoth(chain: TestChain, url: string, rounds: number): Promise<void> {
  const startMs = performance.now()
  await fillHistory({ url, schema: null, market: chain.market }, chain, { from: 1, to: rounds })
  const [second] = chain.others
  if (second === undefined) throw new TypeError('the chain has two markets')
  const target = { url, schema: SECOND_SCHEMA, market: second }
  const secondRounds = Math.ceil(rounds * SECOND_SHARE)
  await fillHistory(target, chain, { to: rounds, from: rounds - secondRounds + 1 })
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0)
  printLine(`${rounds} rounds of ${BETS_PER_ROUND} bets, filled in ${seconds} s`)
}
