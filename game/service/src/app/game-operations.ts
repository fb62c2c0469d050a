import type { MarketConfig } from '@bullring/game-api/config'
import { UnknownPathError } from '@bullring/server/http/errors'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Operation } from '@bullring/server/operations/operation'
import { privateKeyToAccount } from 'viem/accounts'
import { recentBetsOperations } from '../activity/recent-bets.operations.ts'
import { findRecentBets } from '../activity/recent-bets.queries.ts'
import { createChainClient } from '../chain/chain-client.ts'
import type { HistoryProgress } from '../chain/history-progress.ts'
import type { MarketTerms } from '../chain/read-pancake-contract.ts'
import { readMarketTerms } from '../chain/read-pancake-contract.ts'
import type { Database } from '../db/open-database.ts'
import { faucetOperations } from '../faucet/faucet.operations.ts'
import { createFaucetCooldown } from '../faucet/faucet.ts'
import type { SendCoins } from '../faucet/send-coins.ts'
import { createCoinSender } from '../faucet/send-coins.ts'
import { NotReadyError } from '../http/errors.ts'
import { toAppConfig } from '../http/pages/app-config.ts'
import { systemOperations } from '../http/system.operations.ts'
import { leaderboardOperations } from '../leaderboard/leaderboard.operations.ts'
import { findNextFee } from '../market/find-next-fee.ts'
import { findPancakeTerms } from '../market/pancake-market-terms.ts'
import { findPriceHistory } from '../prices/price-history.queries.ts'
import { pricesOperations } from '../prices/prices.operations.ts'
import { findPrices } from '../prices/prices.queries.ts'
import { roundsOperations } from '../rounds/rounds.operations.ts'
import { findProfitLine } from '../stats/profit-line.queries.ts'
import { statsOperations } from '../stats/stats.operations.ts'
import { findTotals } from '../stats/stats.queries.ts'
import { streamOperations } from '../stream/stream.operations.ts'
import { tradesOperations } from '../trades/trades.operations.ts'
import { findFirstStored, findTrades } from '../trades/trades.queries.ts'
import type { GameRuntime } from './game-runtime.ts'
import { type Leaderboards, tablesOf } from './markets/leaderboards.ts'
import type { MarketView } from './markets/market-runtime.ts'
import type { Markets } from './markets/markets.ts'
import { pushRoutes } from './push-delivery.ts'
import { readiness } from './readiness.ts'
import { referralOperations } from './referral-operations.ts'

/** Before the first block. */
const NO_PROGRESS: HistoryProgress = { percent: 0, blocksPerSecond: 0, secondsLeft: null }

export type GameOperations = {
  /** Reads of the index under /api. */
  reads: readonly Operation[]
  /** The other operations under /api. */
  api: readonly Operation[]
  /** Live events. */
  stream: readonly Operation[]
  /** Documented everywhere, served on local chains only. */
  faucet: readonly Operation[]
  system: readonly Operation[]
}

/** Declares every operation of the service. Those that concern one market receive it by the request's symbol. */
export function gameOperations(runtime: GameRuntime): GameOperations {
  const { config, markets } = runtime
  return {
    reads: readOperations(markets, runtime.databases.reads, runtime.leaderboards),
    api: [...referralOperations(runtime), ...pushRoutes(runtime)],
    stream: streamOperations({
      ofMarket: markets.bySymbol(({ live }) => live),
      proxies: config.http.proxies,
    }),
    faucet: faucetOperations({
      cooldown: createFaucetCooldown(runtime.db),
      sendCoins: coinSender(runtime),
    }),
    system: system(runtime),
  }
}

/**
 * Declares the reads of the index.
 *
 * @param shared - Database of reads over several markets.
 */
export function readOperations(
  { bySymbol, bySelection }: Pick<Markets, 'bySymbol' | 'bySelection'>,
  shared: Database,
  leaderboards: Leaderboards,
): readonly Operation[] {
  return [
    ...roundsOperations(bySymbol(({ market, now }) => ({ ...market, now }))),
    ...tradesOperations(
      bySelection((markets) =>
        markets.map(({ market, marketConfig, now, db }) => ({
          symbol: marketConfig.symbol,
          now,
          findTrades: (filter) => findTrades(market, filter),
          findFirstStored: () => findFirstStored(db),
        })),
      ),
    ),
    ...statsOperations(
      bySelection((markets) => {
        const { db, tables } = tablesOf(markets, shared)
        return {
          markets: markets.map(({ marketConfig, market, now, db: own }) => ({
            symbol: marketConfig.symbol,
            clock: market.clock,
            now,
            findTotals: (filter) => findTotals(own, filter),
          })),
          findProfitLine: (filter) => findProfitLine(db, tables, filter),
        }
      }),
    ),
    ...recentBetsOperations(
      bySymbol(({ db }) => ({ findRecentBets: (limit) => findRecentBets(db, limit) })),
    ),
    ...pricesOperations(
      bySymbol(({ market, now, db, contract }) => ({
        clock: market.clock,
        now,
        findPrices: (limit) => findPrices(db, contract.kind, limit),
        findPriceHistory: (window) => findPriceHistory(db, contract.kind, window),
      })),
    ),
    ...leaderboardOperations(leaderboards.select, leaderboards),
  ]
}

function system({ config, metrics, databases, markets }: GameRuntime): readonly Operation[] {
  const { open, slots } = markets
  return [
    ...systemOperations({
      appConfig: async () =>
        toAppConfig(config, Object.fromEntries(await Promise.all(open().map(describeMarket)))),
      newestBlock: () => newestBlock(open()),
      history: () => {
        const reading = open().filter(({ head }) => !head.hasReached)
        const [market] = reading.length < open().length ? [] : reading
        return market === undefined ? null : (market.history.progress ?? NO_PROGRESS)
      },
      nowMs: Date.now,
    }),
    ...monitoringOperations({
      metrics,
      metricsToken: config.metricsToken,
      ...readiness({ config, slots, db: databases.reads }),
    }),
  ]
}

/** The newest block of all indexes: they follow the same chain. */
function newestBlock(markets: readonly MarketView[]) {
  const blocks = markets.flatMap(({ head }) => head.newestBlock ?? [])
  return blocks.toSorted((a, b) => b.number - a.number)[0] ?? null
}

async function describeMarket(market: MarketView): Promise<[string, MarketConfig]> {
  const { symbol, kind, predictionAddress, prices } = market.marketConfig
  const terms = await marketTerms(market)
  return [symbol, { kind, prediction: predictionAddress, prices, ...terms }]
}

async function marketTerms(runtime: MarketView): Promise<MarketTerms> {
  const { client, contract, market, db, head, now } = runtime
  if (contract.kind === 'pancake-v2') {
    if (head.hasReached) return await findPancakeTerms(db)
    if (client === null) throw new NotReadyError()
    return await readMarketTerms(client, contract.predictionAddress)
  }
  const { oracleAddress: oracle, schedule, settlementWindow, maxPayoutMultiple } = contract
  const current = await market.clock.currentEpoch(now())
  const nextTreasuryFee = await findNextFee(db, current)
  return { oracle, ...schedule, settlementWindow, maxPayoutMultiple, nextTreasuryFee }
}

function coinSender({ config, db, log }: GameRuntime): SendCoins {
  const key = config.faucetPrivateKey
  return key === null
    ? () => Promise.reject(new UnknownPathError())
    : createCoinSender(createChainClient(config.chain, log), privateKeyToAccount(key), db)
}
