import { guardSite } from '@bullring/server/http/guard-site'
import type { Listener } from '@bullring/server/http/listen'
import { listen } from '@bullring/server/http/listen'
import type { RunningService } from '@bullring/server/run-service'
import type { Logger } from 'pino'
import type { GameConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import { gameListener } from './game-app.ts'
import type { GameRuntime } from './game-runtime.ts'
import { startMarket } from './market-loops.ts'
import type { MarketRuntime } from './market-runtime.ts'
import { openMarket } from './market-runtime.ts'
import { createMarkets } from './markets.ts'

/**
 * Starts index, API and keeper in this process. Resolves once the index is at the head of the chain.
 *
 * @throws {BaseError} with the reason in one sentence; nothing is left running then.
 */
export async function startGame(
  config: GameConfig,
  log: Logger,
  onProgress: (text: string) => void = () => undefined,
): Promise<RunningService> {
  const stopping = new AbortController()
  const db = openDatabase(config.databaseUrl, () => log.warn('database connection lost'))
  const metrics = createMetrics(Date.now)
  let markets: readonly MarketRuntime[] = []
  let listener: Listener | null = null
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    for (const { live } of markets) live.hub.close()
    await listener?.close()
    await running.catch(() => undefined)
    await db.destroy()
  }
  try {
    const open = config.markets.map((marketConfig) =>
      openMarket({ config, marketConfig, log, db, metrics, onProgress }),
    )
    markets = await Promise.all(open)
    listener = await listenTo({ config, log, metrics, db, markets: createMarkets(markets) })
    const started = await Promise.all(markets.map((market) => startMarket(market, stopping.signal)))
    running = Promise.all(started.map((market) => market.running)).then(() => undefined)
    await Promise.race([Promise.all(started.map(({ ready }) => ready)), running])
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function listenTo(runtime: GameRuntime): Promise<Listener> {
  const { http } = runtime.config
  // X-Forwarded-Host is checked where it is used: some proxies pass on what their caller sent.
  const site = { ...http, proxies: 0, urlVariable: 'GAME_PUBLIC_URL' }
  return listen(guardSite(await gameListener(runtime), site), http)
}
