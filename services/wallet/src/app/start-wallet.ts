import { clientIp } from '@bullring/server/http/client-ip'
import type { Listener } from '@bullring/server/http/listen'
import { listen } from '@bullring/server/http/listen'
import { RateLimiter, rateLimit } from '@bullring/server/http/rate-limit'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import type { RunningService } from '@bullring/server/run-service'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { readTokens } from '../chain/read-tokens.ts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { createHistoryStore } from '../history/history-store.ts'
import { runHistory } from '../history/run-history.ts'
import { createApp } from '../http/create-app.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { type ServedChain, servedChains } from './served-chains.ts'
import { walletOperations } from './wallet-operations.ts'

type Parts = {
  config: WalletConfig
  log: Logger
  db: Database
  metrics: Metrics
  chains: ReadonlyMap<number, ServedChain>
}

/**
 * Starts catalogue, RPC proxy, balances, history and sign-in in this process.
 *
 * @throws {BaseError} saying in one sentence why it cannot; nothing is left running then.
 */
export async function startWallet(config: WalletConfig, log: Logger): Promise<RunningService> {
  const stopping = new AbortController()
  const db = await openDatabase(config.databaseUrl, () => log.warn('a database connection broke'))
  let listener: Listener | null = null
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    await listener?.close()
    await running.catch(() => undefined)
    await db.destroy()
  }
  try {
    const metrics = createMetrics()
    const parts: Parts = { config, log, db, metrics, chains: servedChains(config, metrics) }
    const app = await createWalletApp(parts)
    listener = await listen(getRequestListener(timedFetch(app, metrics)), config.http)
    running = runLoops(parts, stopping.signal)
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createWalletApp({ config, log, db, metrics, chains }: Parts): Promise<Hono> {
  const { trustsProxy, requestsPerMinute, rpcCallsPerMinute } = config.http
  const [catalogue, tokens] = await Promise.all([
    readCatalogue(config.catalogueFile),
    readTokens(config.tokensFile),
  ])
  const access = { ...config.access, trustsProxy }
  const rpcCallers = new RateLimiter(rpcCallsPerMinute)
  return createApp({
    log,
    access,
    rules: [
      rateLimit({ limiter: new RateLimiter(requestsPerMinute), trustsProxy, nowMs: Date.now }),
    ],
    operations: walletOperations({
      config,
      db,
      chains,
      tokens,
      catalogue,
      access,
      metrics,
      probes: probes(db, chains.get(config.mainChainId)),
      takeRpcCalls: (c, calls) => {
        const ip = clientIp(c, trustsProxy)
        for (let call = 0; call < calls; call += 1) rpcCallers.take(ip, Date.now())
        metrics.rpcCalls(calls)
      },
    }),
  })
}

function probes(db: Database, chain: ServedChain | undefined) {
  return {
    database: () => sql`select 1`.execute(db).then(() => true),
    chain: async () => (await chain?.client.getChainId()) === chain?.identity.id,
  }
}

/** Ranks the nodes of each chain, and indexes the transfers of the main chain if it is a local one. */
async function runLoops(
  { config, log, db, metrics, chains }: Parts,
  signal: AbortSignal,
): Promise<void> {
  const ranking = [...chains.values()].map(({ rpc }) => rpc.keepRanking(signal))
  const main = chains.get(config.mainChainId)
  const deps = main?.isLocal && {
    client: main.client,
    store: createHistoryStore(db),
    onBlock: ({ number }: { number: number }) => metrics.historyBlock(number),
    log,
  }
  await Promise.all([...ranking, deps ? runHistory(deps, config, signal) : untilAborted(signal)])
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
