import type { MarketConfig } from '@bullring/game-api/config'
import { UnknownPathError } from '@bullring/server/http/errors'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Operation } from '@bullring/server/operations/operation'
import type { Logger } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import { accessOperations } from '../access/access.operations.ts'
import { withCountryRules } from '../access/country-rules.ts'
import { recentBetsOperations } from '../activity/recent-bets.operations.ts'
import { findRecentBets } from '../activity/recent-bets.queries.ts'
import type { ChainClient } from '../chain/chain-client.ts'
import type { HistoryProgress } from '../chain/history-progress.ts'
import type { MarketTerms } from '../chain/read-pancake-contract.ts'
import { readMarketTerms } from '../chain/read-pancake-contract.ts'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import { faucetOperations } from '../faucet/faucet.operations.ts'
import { createFaucetCooldown } from '../faucet/faucet.ts'
import type { SendCoins } from '../faucet/send-coins.ts'
import { createCoinSender } from '../faucet/send-coins.ts'
import { NotReadyError } from '../http/errors.ts'
import { toAppConfig } from '../http/pages/app-config.ts'
import { systemOperations } from '../http/system.operations.ts'
import { findFirstPausedEpoch } from '../indexer/write/index-state.ts'
import { leaderboardOperations } from '../leaderboard/leaderboard.operations.ts'
import { findNextFee } from '../market/find-next-fee.ts'
import { findPancakeTerms } from '../market/pancake-market-terms.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { findPriceHistory } from '../prices/price-history.queries.ts'
import { pricesOperations } from '../prices/prices.operations.ts'
import { findPrices } from '../prices/prices.queries.ts'
import { roundsOperations } from '../rounds/rounds.operations.ts'
import { findProfitLine } from '../stats/profit-line.queries.ts'
import { statsOperations } from '../stats/stats.operations.ts'
import { findTotals } from '../stats/stats.queries.ts'
import { streamOperations } from '../stream/stream.operations.ts'
import { paymentsOperations } from '../trades/payments.operations.ts'
import { findPayments } from '../trades/payments.queries.ts'
import { tradesOperations } from '../trades/trades.operations.ts'
import { findFirstStored, findTrades } from '../trades/trades.queries.ts'
import { createLeaderboards, tablesOf } from './markets/leaderboards.ts'
import type { Market } from './markets/market.ts'
import type { Markets, SelectedMarkets } from './markets/markets.ts'
import { type Operator, operatorRoutes } from './operator/operator.ts'
import { payoutRoutes } from './payouts/payout-routes.ts'
import { pushRoutes } from './push-delivery.ts'
import { readiness } from './readiness.ts'
import type { ViewName } from './reads/read-source.ts'
import { referralOperations } from './referral-operations.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

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
  /** Served where the operator has a way in. */
  operator: readonly Operation[]
}

/** Dependencies of the operations, one for all markets of the process. */
export type GameDeps = {
  config: GameConfig
  log: Logger
  metrics: Metrics
  client: ChainClient
  /** Invitations and subscriptions, which all markets share, in the database that is written. */
  db: Database
  /** The same where requests read. */
  reads: Database
  markets: Markets
  /** Limits that hold for all nodes together. */
  limits: LimitFactory
  /** Null where the operator has no way in. */
  operator: Operator | null
}

/** Declares every operation of the service. Those that concern one market receive it by the request's symbol. */
export function gameOperations(deps: GameDeps): GameOperations {
  const { config, db, markets } = deps
  const { proxies } = config.http
  const rules = { countries: config.brand?.countries ?? null, proxies }
  return {
    reads: readOperations('usual', deps),
    api: withCountryRules(
      [
        ...referralOperations(deps),
        ...pushRoutes(deps),
        ...payoutRoutes(deps),
        ...webhookRoutes(deps),
        ...accessOperations(rules),
      ],
      rules,
    ),
    stream: streamOperations({
      ofMarket: (symbol) => markets.find(symbol).live,
      proxies,
    }),
    faucet: withCountryRules(
      faucetOperations({ cooldown: createFaucetCooldown(db), sendCoins: coinSender(deps) }),
      rules,
    ),
    system: system(deps),
    operator: operatorRoutes(deps),
  }
}

/** Declares the reads of the index. */
export function readOperations(
  view: ViewName,
  { config, db, reads, markets, metrics }: Omit<GameDeps, 'client' | 'limits' | 'log' | 'operator'>,
): readonly Operation[] {
  const shared = view === 'usual' ? reads : db
  const { proxies } = config.http
  const leaderboards = createLeaderboards({ markets, view, shared, metrics, proxies })
  const read = (symbol: string) => viewOf(markets.find(symbol), view)
  const select =
    <deps>(create: (selected: SelectedMarkets) => deps) =>
    (symbol: string) => {
      const { markets: selected, missing } = markets.select(symbol)
      return { selected: create(selected), missing }
    }
  return [
    ...roundsOperations((symbol) => {
      const { rounds, now, db: own } = read(symbol)
      return { ...rounds, now, findFirstPausedEpoch: () => findFirstPausedEpoch(own) }
    }),
    ...tradesOperations(
      select((selected) =>
        selected.map((market) => {
          const { symbol, rounds, now, db: own } = viewOf(market, view)
          return {
            symbol,
            now,
            findTrades: (filter) => findTrades(rounds, filter),
            findFirstStored: () => findFirstStored(own),
          }
        }),
      ),
    ),
    ...paymentsOperations(() =>
      markets.open().map((market) => ({
        prediction: market.config.predictionAddress,
        findPayments: (filter) => findPayments(viewOf(market, view).db, filter),
      })),
    ),
    ...statsOperations(
      select((selected) => {
        const { db: joined, tables } = tablesOf(selected, view, shared)
        return {
          markets: selected.map((market) => {
            const { symbol, rounds, now, db: own } = viewOf(market, view)
            return {
              symbol,
              clock: rounds.clock,
              now,
              findTotals: (filter) => findTotals(own, filter),
            }
          }),
          findProfitLine: (filter) => findProfitLine(joined, tables, filter),
        }
      }),
    ),
    ...recentBetsOperations((symbol) => {
      const { db: own } = read(symbol)
      return { findRecentBets: (limit) => findRecentBets(own, limit) }
    }),
    ...pricesOperations((symbol) => {
      const { kind, rounds, now, db: own } = read(symbol)
      return {
        clock: rounds.clock,
        now,
        findPrices: (limit) => findPrices(own, kind, limit),
        findPriceHistory: (window) => findPriceHistory(own, kind, window),
      }
    }),
    ...leaderboardOperations(leaderboards.select, leaderboards),
  ]
}

function viewOf({ config: { symbol, kind }, reads }: Market, view: ViewName) {
  return { ...reads[view], symbol, kind }
}

function system({ config, metrics, reads, markets }: GameDeps): readonly Operation[] {
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
      ...readiness({ config, slots, db: reads }),
    }),
  ]
}

/** The newest block of all indexes: they follow the same chain. */
function newestBlock(markets: readonly Market[]) {
  const blocks = markets.flatMap(({ head }) => head.newestBlock ?? [])
  return blocks.toSorted((a, b) => b.number - a.number)[0] ?? null
}

async function describeMarket(market: Market): Promise<[string, MarketConfig]> {
  const { symbol, kind, predictionAddress, prices } = market.config
  const terms = await marketTerms(market)
  return [symbol, { kind, prediction: predictionAddress, prices, ...terms }]
}

async function marketTerms({ client, contract, head, reads }: Market): Promise<MarketTerms> {
  const { db, rounds, now } = reads.usual
  if (contract.kind === 'pancake-v2') {
    if (head.hasReached) return await findPancakeTerms(db)
    if (client === null) throw new NotReadyError()
    return await readMarketTerms(client, contract.predictionAddress)
  }
  const { oracleAddress: oracle, schedule, settlementWindow, maxPayoutMultiple } = contract
  const current = await rounds.clock.currentEpoch(now())
  const nextTreasuryFee = await findNextFee(db, current)
  return { oracle, ...schedule, settlementWindow, maxPayoutMultiple, nextTreasuryFee }
}

function coinSender({ client, config, db }: GameDeps): SendCoins {
  const key = config.faucetPrivateKey
  return key === null
    ? () => Promise.reject(new UnknownPathError())
    : createCoinSender(client, privateKeyToAccount(key), db)
}
