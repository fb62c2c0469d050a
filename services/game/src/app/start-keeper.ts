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
import { createChainClient } from '../chain/chain-client.ts'
import { checkChainId } from '../chain/check-chain-id.ts'
import { readBullringContract } from '../chain/read-bullring-contract.ts'
import type { KeeperConfig } from '../config.ts'
import { IndexHead } from '../indexer/index-head.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import { createMarketHealth } from '../metrics/market-health.ts'
import { keeperLoop } from './keeper-loop.ts'

/**
 * Starts a keeper alone in this process, so that no process that visitors reach has its key. It serves /readyz and
 * /metrics only.
 *
 * @throws {BaseError} when it cannot start; nothing is left running then.
 */
export async function startKeeper(config: KeeperConfig, log: Logger): Promise<RunningService> {
  const stopping = new AbortController()
  const metrics = createMetrics(Date.now)
  const [market] = config.markets
  const health = createMarketHealth({
    head: new IndexHead(),
    history: { progress: null },
    metrics: metrics.ofMarket(market.symbol, () => null),
  })
  const client = createChainClient(config.chain, health.onRpcRequest)
  await checkChainId(client)
  const contract = await readBullringContract(client, market.predictionAddress)
  const listener = await listenTo({ metrics, probes: health.keeperProbes() }, config, log)
  const loops = keeperLoop({ config, log, client, health }, contract)
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
