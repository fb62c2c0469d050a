import type { RequestListener } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Listener } from '@bullring/server/http/listen'
import { listen } from '@bullring/server/http/listen'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import type { RunningService } from '@bullring/server/run-service'
import type { Hono, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainClient } from '../chain/chain-client.ts'
import { createChainClient } from '../chain/chain-client.ts'
import { checkChainId } from '../chain/read-market.ts'
import type { GameConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { faucetRoutes } from '../faucet/faucet.routes.ts'
import { FaucetCooldown } from '../faucet/faucet.ts'
import { createCoinSender } from '../faucet/send-coins.ts'
import { cachedListener } from '../http/cached-listener.ts'
import { createApp } from '../http/create-app.ts'
import { contentSecurityPolicy } from '../http/page-policy.ts'
import { rpcProxy } from '../http/rpc-proxy.ts'
import { staticFiles } from '../http/static-files.ts'
import { systemRoutes } from '../http/system.routes.ts'
import { walletProxy } from '../http/wallet-proxy.ts'
import type { AuditMemory } from '../indexer/audit.ts'
import { auditAgain } from '../indexer/audit.ts'
import type { ChainSource } from '../indexer/chain-source.ts'
import { createChainSource } from '../indexer/chain-source.ts'
import { MarketReplacedError } from '../indexer/errors.ts'
import { createIndexStore } from '../indexer/index-store.ts'
import { openIndex, rebuildIndex } from '../indexer/open-index.ts'
import { runIndexer } from '../indexer/run-indexer.ts'
import { gameDocument } from '../openapi/game-document.ts'
import { pricesRoutes } from '../prices/prices.routes.ts'
import { roundsRoutes } from '../rounds/rounds.routes.ts'
import type { LiveStream } from '../stream/create-stream.ts'
import { streamRoutes } from '../stream/stream.routes.ts'
import { tradesRoutes } from '../trades/trades.routes.ts'
import { accountRoutes } from './account-routes.ts'
import { apiRules } from './api-rules.ts'
import { toAppConfig } from './app-config.ts'
import { auditLoop } from './audit-loop.ts'
import { IndexHead } from './index-head.ts'
import { keeperLoop } from './keeper-loop.ts'
import { createLiveStream } from './live-stream.ts'
import type { MarketContract, MarketOfKind } from './market-of-kind.ts'
import { marketOfKind, readContractOf } from './market-of-kind.ts'
import type { Watch } from './watch.ts'
import { createWatch } from './watch.ts'

type Parts = {
  config: GameConfig
  log: Logger
  client: ChainClient
  contract: MarketContract
  market: MarketOfKind
  db: Database
  head: IndexHead
  watch: Watch
  live: LiveStream
}

/**
 * Starts index, API and keeper in this process: it is ready once the index is at the head of the chain.
 *
 * @throws {BaseError} saying in one sentence why it cannot; nothing is left running then.
 */
export async function startGame(config: GameConfig, log: Logger): Promise<RunningService> {
  const stopping = new AbortController()
  const db = openDatabase(config.databaseUrl, () => log.warn('a database connection broke'))
  let listener: Listener | null = null
  let live: LiveStream | null = null
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    live?.hub.close()
    await listener?.close()
    await running.catch(() => undefined)
    await db.destroy()
  }
  try {
    const head = new IndexHead()
    const watch = createWatch(head)
    const client = createChainClient(config.chain, watch.onRpcRequest)
    await Promise.all([migrate(db), checkChainId(client)])
    const contract = await readContractOf(client, config)
    const market = marketOfKind(db, contract)
    live = await liveStream(config, { db, log, market, head })
    const parts: Parts = { config, log, client, contract, market, db, head, watch, live }

    listener = await listen(await requestListener(parts), config.http)
    running = runLoops(parts, await indexLoops(parts), stopping.signal)
    await Promise.race([head.reached, running])
    await market.requireBeginning()
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Loop = (signal: AbortSignal) => Promise<void>

async function indexLoops(parts: Parts): Promise<Loop[]> {
  const { config, log, client, contract, market, db, head, watch } = parts
  const source = createChainSource(client, {
    prediction: contract.predictionAddress,
    oracle: contract.oracleAddress,
  })
  const chain: ChainSource = {
    ...source,
    oracleAt: (block) => market.oracleThrough(source.oracleAt(block)),
  }
  const store = createIndexStore(db)
  const indexed = {
    kind: contract.kind,
    chainId: config.chain.id,
    prediction: contract.predictionAddress,
    startBlock: config.market.startBlock,
  }
  await openIndex({ chain, store, log }, indexed)
  const memory: AuditMemory = { nextEpoch: null, isRight: true }
  const deps = {
    chain,
    store,
    applyLog: market.applyLog,
    log,
    nowMs: Date.now,
    onBlock: head.move.bind(head),
    onReorg: (blocks: number) => {
      watch.metrics.reorg(blocks)
      auditAgain(memory)
    },
    rebuild: async () => {
      const found = await readContractOf(client, config)
      if (!isDeepStrictEqual(found, contract)) throw new MarketReplacedError()
      head.reset()
      memory.nextEpoch = null
      await rebuildIndex({ chain, store }, indexed)
    },
  }
  return [(signal) => runIndexer(deps, config, signal), auditLoop(parts, { chain, store, memory })]
}

/** Runs all loops; when one fails for good, the others end too. */
async function runLoops(
  parts: Parts,
  index: readonly Loop[],
  stopSignal: AbortSignal,
): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopSignal, failing.signal])
  const endAll = (error: unknown) => {
    failing.abort()
    throw error
  }
  const loops = [...index, parts.live.run, ...keeper(parts)]
  await Promise.all(loops.map((loop) => loop(signal).catch(endAll)))
}

function keeper({ contract, ...parts }: Parts): Loop[] {
  return contract.kind === 'bullring' ? keeperLoop({ ...parts, market: contract }) : []
}

async function requestListener(parts: Parts): Promise<RequestListener> {
  const { config, market, head, live, watch } = parts
  const rules = apiRules(config, { clock: market.clock, head, live })
  const app = await createGameApp(parts, rules.middleware)
  return cachedListener({
    fetch: timedFetch(app, watch.metrics),
    rules: rules.cache,
    onAnswered: (route, method, seconds) =>
      watch.metrics.httpRequest({ route, method, status: 200 }, seconds),
  })
}

async function createGameApp(parts: Parts, rules: readonly MiddlewareHandler[]): Promise<Hono> {
  const { config, log, contract, market, db, head, watch } = parts
  const { clock, findRound, findTrades, findPrices } = market
  const now = () => head.now(Date.now())
  const relayUrls = config.relayUrl === null ? [] : [config.relayUrl]
  const policy = contentSecurityPolicy([...config.chain.publicRpcUrls, ...relayUrls])
  return createApp({
    log,
    allowedOrigins: config.http.allowedOrigins,
    hasIndex: () => head.hasReached,
    apiRules: rules,
    api: [
      roundsRoutes({ clock, now, findRound }),
      tradesRoutes({ now, findTrades }),
      pricesRoutes({ clock, findPrices }),
      ...accountRoutes(db, market, now),
      ...faucet(parts),
      streamRoutes({ stream: parts.live, trustsProxy: config.http.trustsProxy }),
    ],
    forwarded: walletRoutes(config),
    system: [
      systemRoutes({
        appConfig: toAppConfig(config, contract),
        newestBlock: () => head.newestBlock,
        nowMs: Date.now,
      }),
      openapiRoutes(gameDocument()),
      operationRoutes(
        monitoringOperations({
          metrics: watch.metrics,
          hasOpenMetrics: config.hasOpenMetrics,
          probes: watch.probes(db, config.keeper !== null),
        }),
      ),
      ...(config.chain.isLocal ? [rpcProxy({ rpcUrl: config.chain.rpcUrl })] : []),
    ],
    pages:
      config.http.webRoot === null
        ? null
        : await staticFiles(config.http.webRoot, {
            headers: { 'content-security-policy': policy },
            publicOrigin: config.http.publicOrigin,
          }),
  })
}

function walletRoutes({ wallet, http }: GameConfig): Hono[] {
  if (wallet === null) return []
  return [walletProxy({ url: wallet.servicesUrl, trustsProxy: http.trustsProxy })]
}

function liveStream(
  config: GameConfig,
  { db, log, market, head }: Pick<Parts, 'db' | 'log' | 'market' | 'head'>,
): Promise<LiveStream> {
  const now = () => head.now(Date.now())
  const { databaseUrl, http } = config
  return createLiveStream({ db, databaseUrl, log, market, now, maxPerIp: http.streamsPerIp })
}

function faucet({ config, client }: Parts): Hono[] {
  if (config.faucetPrivateKey === null) return []
  const sendCoins = createCoinSender(client, privateKeyToAccount(config.faucetPrivateKey))
  return [faucetRoutes({ cooldown: new FaucetCooldown(), sendCoins, nowMs: Date.now })]
}
