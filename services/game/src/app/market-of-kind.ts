import type { Address } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { OracleReader } from '../chain/oracle-reader.ts'
import { lenientReader } from '../chain/oracle-reader.ts'
import type { Market } from '../chain/read-market.ts'
import { readMarket } from '../chain/read-market.ts'
import type { PancakeMarket } from '../chain/read-pancake-market.ts'
import { readPancakeMarket } from '../chain/read-pancake-market.ts'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import type { LogReader } from '../indexer/apply-log.ts'
import { applyLog } from '../indexer/apply-log.ts'
import { applyPancakeLog } from '../indexer/apply-pancake-log.ts'
import { StartBlockLateError } from '../indexer/errors.ts'
import { findLeaders } from '../leaderboard/leaderboard.queries.ts'
import { bullringRules } from '../market/bullring-rules.ts'
import { findRound } from '../market/find-round.ts'
import { pancakeRules } from '../market/pancake-rules.ts'
import type { RoundRules } from '../market/round-rules.ts'
import { findAnyPrices, findPrices } from '../prices/prices.queries.ts'
import { findTotals } from '../stats/stats.queries.ts'
import { findTrades } from '../trades/trades.queries.ts'

/** A market's contract, as far as it is read before its logs. */
export type MarketContract = Market | PancakeMarket

/** Reads the contract of the configured market, of whatever kind it is said to be. */
export function readContractOf(
  client: ChainClient,
  { market }: Pick<GameConfig, 'market'>,
): Promise<MarketContract> {
  return market.kind === 'bullring'
    ? readMarket(client, market.predictionAddress)
    : readPancakeMarket(client, market)
}

/** All that depends on the kind of market, once it is open. */
export type MarketOfKind = ReturnType<typeof createReaders> & {
  applyLog: LogReader
  /** What the price feed is asked through. */
  oracleThrough: (reader: OracleReader) => OracleReader
  findPrices: (limit: number) => ReturnType<typeof findPrices>
  /** @throws {StartBlockLateError} when the index misses the beginning of what it counts. */
  requireBeginning: () => Promise<void>
}

/** The one place where the two kinds of market part. */
export function marketOfKind(db: Database, contract: MarketContract): MarketOfKind {
  switch (contract.kind) {
    case 'bullring':
      return {
        ...createReaders(db, bullringRules(contract)),
        applyLog,
        oracleThrough: (reader) => reader,
        findPrices: (limit) => findPrices(db, limit),
        requireBeginning: () => requireFirstFee(db),
      }
    case 'pancake-v2':
      return {
        ...createReaders(db, pancakeRules(db, contract)),
        applyLog: applyPancakeLog,
        oracleThrough: lenientReader,
        findPrices: (limit) => findAnyPrices(db, limit),
        requireBeginning: () => requireFirstRound(db, contract),
      }
  }
}

function createReaders<row extends { epoch: number }>(db: Database, rules: RoundRules<row>) {
  return {
    clock: rules.clock,
    findRound: (epoch: Parameters<typeof findRound>[2]) => findRound(db, rules, epoch),
    findTrades: (filter: Parameters<typeof findTrades>[2]) => findTrades(db, rules, filter),
    findTotals: (account: Address) => findTotals(db, rules, account),
    findLeaders: (filter: Parameters<typeof findLeaders>[2]) => findLeaders(db, rules, filter),
  }
}

/** Our contract's constructor announces its fee. */
async function requireFirstFee(db: Database): Promise<void> {
  const fee = await db.selectFrom('fee_changes').select('treasury_fee').limit(1).executeTakeFirst()
  if (fee === undefined) throw new StartBlockLateError()
}

/** The other one announces nothing before its first round. */
async function requireFirstRound(db: Database, { genesisTimestamp }: PancakeMarket): Promise<void> {
  if (genesisTimestamp === 0) return
  const first = await db
    .selectFrom('round_starts')
    .select('epoch')
    .where('epoch', '=', 1)
    .executeTakeFirst()
  if (first === undefined) throw new StartBlockLateError()
}
