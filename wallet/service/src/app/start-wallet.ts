import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { clientIp } from '@bullring/server/http/client-ip'
import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { rateLimit } from '@bullring/server/http/rate-limit'
import { type LimitFactory, openLimits } from '@bullring/server/limits/open-limits'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import type { RunningService } from '@bullring/server/run-service'
import { startService } from '@bullring/server/start-service'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import type { Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { UnknownChainError } from '../chain/errors.ts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { openSecret } from '../db/open-secret.ts'
import { createHistoryStore } from '../history/history-store.ts'
import { runHistory } from '../history/run-history.ts'
import { createApp } from '../http/create-app.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { readTokens } from '../tokens/read-tokens.ts'
import type { Token } from '../tokens/token.ts'
import { createOnramp, type Onramp } from './onramp.ts'
import { type ServedChain, servedChains, servedClusters } from './served-chains.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { type TokenChain, tokenChains } from './token-chains.ts'
import { walletOperations } from './wallet-operations.ts'

/** Pages of history that one IP address may read: each may cost three requests to an explorer. */
const HISTORY_PAGES_PER_MINUTE = 30

/** Checkouts that one IP address may open. */
const PURCHASES_PER_MINUTE = 30

type Deps = {
  config: WalletConfig
  log: Logger
  db: Database
  metrics: Metrics
  limits: LimitFactory
  chains: ReadonlyMap<number, ServedChain>
  clusters: ReadonlyMap<SolanaChainId, ChainRpc>
  tokens: readonly Token[]
  assets: ReadonlyMap<number, TokenChain>
  onramp: Onramp
  sessions: Sessions
}

/**
 * Starts the wallet service in this process.
 *
 * @throws {BaseError} when it cannot start. Nothing is left running then.
 */
export function startWallet(config: WalletConfig, log: Logger): Promise<RunningService> {
  return startService(log, async ({ signal, onStop }) => {
    const db = await openDatabase(config.databaseUrl, warnConnectionLost(log))
    onStop(() => db.destroy())
    const metrics = createMetrics()
    const shared = openLimits({ databaseUrl: config.databaseUrl, service: 'wallet', log, metrics })
    onStop(shared.close)
    const { limits } = shared
    const chains = servedChains(config, { metrics, limits, log })
    const clusters = servedClusters(config, { metrics, limits, log })
    const tokens = await readTokens(config.tokens)
    const assets = tokenChains(config, chains, tokens, log)
    const onramp = openOnramp({ config, log, db, limits, chains, assets })
    const sessions = createSessions({ config, log, db, limits, chains })
    const served = { chains, clusters, tokens, assets, onramp, sessions }
    const deps: Deps = { config, log, db, metrics, limits, ...served }
    const app = await createWalletApp(deps)
    const { http, access } = config
    const site = {
      publicOrigin: access.publicOrigin,
      allowedOrigins: [...access.allowedOrigins, config.ownOrigin].filter((each) => each !== null),
      proxies: http.proxies,
      urlVariable: 'GAME_PUBLIC_URL or WALLET_OWN_URL',
    }
    const handler = nodeListener(timedFetch(app, metrics, { continuesTraces: true }))
    return {
      listen: () => listen(guardSite(handler, site), http),
      run: () => [runLoops(deps, signal), shared.run(signal)],
    }
  })
}

function openOnramp({
  config,
  log,
  db,
  limits,
  chains,
  assets,
}: Pick<Deps, 'config' | 'log' | 'db' | 'limits' | 'chains' | 'assets'>): Onramp {
  const { mainChainId, http } = config
  const chain = chains.get(mainChainId)
  const prices = assets.get(mainChainId)?.prices
  if (chain === undefined || prices === undefined) throw new UnknownChainError(mainChainId)
  const buyers = limits.rateLimiter('purchases', PURCHASES_PER_MINUTE)
  const take = (c: Context) => buyers.take(clientIp(c, http.proxies), Date.now())
  return createOnramp({ config, log, db, chain, prices, take })
}

async function createWalletApp(deps: Deps): Promise<Hono> {
  const { config, log, db, metrics, limits, chains } = deps
  const { proxies, requestsPerMinute } = config.http
  const [catalogue, imageKey, quoteKey] = await Promise.all([
    readCatalogue(config.catalogueFile),
    openSecret(db, 'image-links'),
    openSecret(db, 'swap-quotes'),
  ])
  const access = { ...config.access, proxies }
  const requests = limits.rateLimiter('requests', requestsPerMinute)
  const rpcCallers = limits.rateLimiter('rpc-calls', config.limits.rpcCallsPerMinute)
  const swapCallers = limits.rateLimiter('swaps', config.limits.swapRequestsPerMinute)
  const historyReaders = limits.rateLimiter('history', HISTORY_PAGES_PER_MINUTE)
  return createApp({
    log,
    access,
    rules: [rateLimit({ limiter: requests, proxies, nowMs: Date.now })],
    operations: walletOperations({
      ...deps,
      imageKey,
      quoteKey,
      catalogue,
      access,
      probes: probes(db, chains.get(config.mainChainId)),
      takeRpcCalls: (c, cost) => {
        rpcCallers.take(clientIp(c, proxies), Date.now(), cost)
        metrics.rpcCalls(cost)
      },
      chargeRpcReplies: (c, cost) => rpcCallers.charge(clientIp(c, proxies), Date.now(), cost),
      takeSwapRequest: (c) => swapCallers.take(clientIp(c, proxies), Date.now()),
      takeHistoryPage: (c) => historyReaders.take(clientIp(c, proxies), Date.now()),
    }),
  })
}

function probes(db: Database, chain: ServedChain | undefined) {
  return {
    database: () => sql`select 1`.execute(db).then(() => true),
    chain: async () => (await chain?.client.getChainId()) === chain?.identity.id,
  }
}

/** Ranks the nodes of each chain and indexes the transfers of a local main chain. */
async function runLoops(
  { config, log, db, metrics, chains, clusters, onramp, sessions }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const rpcs = [...[...chains.values()].map(({ rpc }) => rpc), ...clusters.values()]
  const ranking = rpcs.map((rpc) => rpc.keepRanking(signal))
  const main = chains.get(config.mainChainId)
  const historyDeps = main?.isLocal && {
    client: main.client,
    store: createHistoryStore(db),
    onBlock: ({ number }: { number: number }) => metrics.historyBlock(number),
    log,
  }
  await Promise.all([
    ...ranking,
    onramp.run(signal),
    sessions.run(signal),
    historyDeps ? runHistory(historyDeps, config, signal) : untilAborted(signal),
  ])
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
