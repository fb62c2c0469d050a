import { guardSite } from '@bullring/server/http/guard-site'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { type Listener, listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import {
  type MonitoringDeps,
  monitoringOperations,
} from '@bullring/server/metrics/monitoring.operations'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import type { RunningService } from '@bullring/server/run-service'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { checkChainId } from '../chain/check-chain-id.ts'
import { readBullringContract } from '../chain/read-bullring-contract.ts'
import type { TransactionSender } from '../chain/send-transaction.ts'
import type { KeeperConfig } from '../config.ts'
import { IndexHead } from '../indexer/index-head.ts'
import type { MarketConfig } from '../market-config.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { createMarketHealth } from '../metrics/market-health.ts'
import { keeperLoop, keeperSender } from './loops/keeper-loop.ts'
import { openChain, type ProcessChain } from './open-chain.ts'

/**
 * Starts a keeper alone in this process, so that no process that visitors reach has its key. It serves /readyz and
 * /metrics only.
 *
 * @throws {BaseError} when it cannot start; nothing is left running then.
 */
export async function startKeeper(config: KeeperConfig, log: Logger): Promise<RunningService> {
  const stopping = new AbortController()
  const metrics = createMetrics(Date.now)
  const markets = config.markets.filter(({ kind }) => kind === 'bullring')
  const chain = openChain(config, { log, metrics })
  await checkChainId(chain.client)
  const sender = keeperSender(chain.client, config)
  const keepers = await Promise.all(
    markets.map((market) => openKeeper({ config, log, metrics, chain, sender }, market)),
  )
  const probes = Object.assign({}, ...keepers.map((keeper) => keeper.probes))
  const listener = await listenTo({ metrics, probes }, config, log)
  const loops = keepers.flatMap((keeper) => keeper.loops)
  const running = Promise.all(loops.map((loop) => loop(stopping.signal))).then(() => undefined)
  log.info({ url: listener.url }, 'ready')
  return {
    url: listener.url,
    running,
    stop: async () => {
      stopping.abort()
      await listener.close()
      await running.catch(() => undefined)
    },
  }
}

type KeeperDeps = {
  config: KeeperConfig
  log: Logger
  metrics: Metrics
  chain: ProcessChain
  sender: TransactionSender | null
}

async function openKeeper(
  { config, log, metrics, chain: { client, seen }, sender }: KeeperDeps,
  market: MarketConfig,
) {
  const { symbol, predictionAddress } = market
  const isAlone = config.markets.length === 1
  const health = createMarketHealth({
    head: new IndexHead(),
    history: { progress: null },
    metrics: metrics.ofMarket(symbol, () => null),
    chainSeen: seen,
  })
  const contract = await readBullringContract(client, predictionAddress)
  const named = Object.entries(health.keeperProbes()).map(([name, probe]) => [
    isAlone ? name : `${name} ${symbol}`,
    probe,
  ])
  const marketLog = isAlone ? log : log.child({ market: symbol })
  return {
    probes: Object.fromEntries(named),
    loops: keeperLoop({ config, log: marketLog, client, health, sender }, contract),
  }
}

function listenTo(
  monitored: Pick<MonitoringDeps, 'metrics' | 'probes'>,
  { http, metricsToken }: KeeperConfig,
  log: Logger,
): Promise<Listener> {
  const operations = monitoringOperations({ ...monitored, metricsToken })
  const app = new Hono().route('/', operationRoutes(operations))
  handleErrors(app, log)
  const site = { ...http, proxies: 0, urlVariable: 'GAME_PUBLIC_URL' }
  return listen(guardSite(nodeListener(app.fetch), site), http)
}
