import { UnknownPathError } from '@bullring/server/http/errors'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Operation } from '@bullring/server/operations/operation'
import { privateKeyToAccount } from 'viem/accounts'
import type { HistoryProgress } from '../chain/history-progress.ts'
import type { MarketTerms } from '../chain/read-pancake-contract.ts'
import { readMarketTerms } from '../chain/read-pancake-contract.ts'
import { faucetOperations } from '../faucet/faucet.operations.ts'
import { FaucetCooldown } from '../faucet/faucet.ts'
import type { SendCoins } from '../faucet/send-coins.ts'
import { createCoinSender } from '../faucet/send-coins.ts'
import { toAppConfig } from '../http/app-config.ts'
import { systemOperations } from '../http/system.operations.ts'
import { cacheLeaders } from '../leaderboard/cache-leaders.ts'
import { leaderboardOperations } from '../leaderboard/leaderboard.operations.ts'
import { findLeaders, findRank } from '../leaderboard/leaderboard.queries.ts'
import { findNextFee } from '../market/find-next-fee.ts'
import { findPancakeTerms } from '../market/pancake-market-terms.ts'
import { pricesOperations } from '../prices/prices.operations.ts'
import { findPrices } from '../prices/prices.queries.ts'
import { roundsOperations } from '../rounds/rounds.operations.ts'
import { findProfitLine } from '../stats/profit-line.queries.ts'
import { statsOperations } from '../stats/stats.operations.ts'
import { findTotals } from '../stats/stats.queries.ts'
import { streamOperations } from '../stream/stream.operations.ts'
import { tradesOperations } from '../trades/trades.operations.ts'
import { findTrades } from '../trades/trades.queries.ts'
import type { GameRuntime } from './game-runtime.ts'
import type { IndexVersions } from './index-versions.ts'
import { referralOperations } from './referral-operations.ts'

/** Before the first block. */
const NO_PROGRESS: HistoryProgress = { percent: 0, blocksPerSecond: 0, secondsLeft: null }

export type GameOperations = {
  /** Operations under /api. */
  api: readonly Operation[]
  /** Documented everywhere, served on local chains only. */
  faucet: readonly Operation[]
  system: readonly Operation[]
}

/** Declares every operation of the service. */
export function gameOperations(runtime: GameRuntime, versions: IndexVersions): GameOperations {
  const { config, contract, market, db, head, live } = runtime
  const { clock, findRound, findRoundsBefore } = market
  const now = () => head.now(Date.now())
  return {
    api: [
      ...roundsOperations({ clock, now, findRound, findRoundsBefore }),
      ...tradesOperations({ now, findTrades: (filter) => findTrades(market, filter) }),
      ...statsOperations({
        clock,
        now,
        findTotals: (filter) => findTotals(db, filter),
        findProfitLine: (filter) => findProfitLine(db, filter),
      }),
      ...pricesOperations({ clock, findPrices: (limit) => findPrices(db, contract.kind, limit) }),
      ...leaderboardOperations({
        clock,
        now,
        findLeaders: cacheLeaders((filter) => findLeaders(db, filter), versions.settled),
        findRank: (filter) => findRank(db, filter),
      }),
      ...referralOperations(runtime),
      ...streamOperations({ stream: live, proxies: config.http.proxies }),
    ],
    faucet: faucetOperations({
      cooldown: new FaucetCooldown(),
      sendCoins: coinSender(runtime),
      nowMs: Date.now,
    }),
    system: system(runtime),
  }
}

function system(runtime: GameRuntime): readonly Operation[] {
  const { config, contract, db, head, history, health } = runtime
  return [
    ...systemOperations({
      appConfig: async () => toAppConfig(config, contract, await marketTerms(runtime)),
      newestBlock: () => head.newestBlock,
      history: () => (head.hasReached ? null : (history.progress ?? NO_PROGRESS)),
      nowMs: Date.now,
    }),
    ...monitoringOperations({
      metrics: health.metrics,
      metricsToken: config.metricsToken,
      probes: health.probes(db, config.keeper !== null),
      reasons: { index: health.indexReason },
    }),
  ]
}

async function marketTerms(runtime: GameRuntime): Promise<MarketTerms> {
  const { client, contract, market, db, head } = runtime
  if (contract.kind === 'pancake-v2') {
    return head.hasReached
      ? await findPancakeTerms(db)
      : await readMarketTerms(client, contract.predictionAddress)
  }
  const { oracleAddress: oracle, schedule, settlementWindow, maxPayoutMultiple } = contract
  const current = await market.clock.currentEpoch(head.now(Date.now()))
  const nextTreasuryFee = await findNextFee(db, current)
  return { oracle, ...schedule, settlementWindow, maxPayoutMultiple, nextTreasuryFee }
}

function coinSender({ config, client }: GameRuntime): SendCoins {
  const key = config.faucetPrivateKey
  return key === null
    ? () => Promise.reject(new UnknownPathError())
    : createCoinSender(client, privateKeyToAccount(key))
}
