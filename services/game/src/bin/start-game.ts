import { isDeepStrictEqual } from 'node:util'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainClient } from '../chain/chain-client.ts'
import { createChainClient } from '../chain/chain-client.ts'
import type { Market } from '../chain/read-market.ts'
import { checkChainId, readMarket } from '../chain/read-market.ts'
import type { GameConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { faucetRoutes } from '../faucet/faucet.routes.ts'
import { FaucetCooldown } from '../faucet/faucet.ts'
import { createCoinSender } from '../faucet/send-coins.ts'
import { createApp } from '../http/create-app.ts'
import type { Listener } from '../http/listen.ts'
import { listen } from '../http/listen.ts'
import { contentSecurityPolicy } from '../http/page-policy.ts'
import { rpcProxy } from '../http/rpc-proxy.ts'
import { staticFiles } from '../http/static-files.ts'
import { systemRoutes } from '../http/system.routes.ts'
import { createChainSource } from '../indexer/chain-source.ts'
import { MarketReplacedError, StartBlockLateError } from '../indexer/errors.ts'
import { createIndexStore } from '../indexer/index-store.ts'
import { openIndex, rebuildIndex } from '../indexer/open-index.ts'
import { runIndexer } from '../indexer/run-indexer.ts'
import { operationsRoutes } from '../metrics/operations.routes.ts'
import { timedFetch } from '../metrics/timed-fetch.ts'
import { openapiRoutes } from '../openapi/openapi.routes.ts'
import { findPrices } from '../prices/prices.queries.ts'
import { pricesRoutes } from '../prices/prices.routes.ts'
import { findRound } from '../rounds/rounds.queries.ts'
import { roundsRoutes } from '../rounds/rounds.routes.ts'
import type { LiveStream } from '../stream/create-stream.ts'
import { streamRoutes } from '../stream/stream.routes.ts'
import { findTrades } from '../trades/trades.queries.ts'
import { tradesRoutes } from '../trades/trades.routes.ts'
import { accountRoutes } from './account-routes.ts'
import { apiRules } from './api-rules.ts'
import { toAppConfig } from './app-config.ts'
import { IndexHead } from './index-head.ts'
import { keeperLoop } from './keeper-loop.ts'
import { createLiveStream } from './live-stream.ts'
import type { Watch } from './watch.ts'
import { createWatch } from './watch.ts'

/** A game service that is ready: index at the head of the chain, HTTP listening. */
export type RunningGame = {
  url: string
  /** Rejects when the service cannot go on; never resolves before `stop`. */
  running: Promise<void>
  stop: () => Promise<void>
}

type Parts = {
  config: GameConfig
  log: Logger
  client: ChainClient
  market: Market
  db: Database
  head: IndexHead
  watch: Watch
  live: LiveStream
}

/**
 * Starts index, API and keeper in this process.
 *
 * @throws {BaseError} saying in one sentence why it cannot; nothing is left running then.
 */
export async function startGame(config: GameConfig, log: Logger): Promise<RunningGame> {
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
    const market = await readMarket(client, config.market.predictionAddress)
    live = await liveStream(config, { db, log, market, head })
    const parts: Parts = { config, log, client, market, db, head, watch, live }

    const app = await createGameApp(parts)
    listener = await listen({ fetch: timedFetch(app, watch.metrics) }, config.http)
    running = runLoops(parts, await prepareIndexer(parts), stopping.signal)
    await Promise.race([head.reached, running])
    await requireFirstFee(db)
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Loop = (signal: AbortSignal) => Promise<void>

async function prepareIndexer(parts: Parts): Promise<Loop> {
  const { config, log, client, market, db, head, watch } = parts
  const chain = createChainSource(client, {
    prediction: market.predictionAddress,
    oracle: market.oracleAddress,
  })
  const store = createIndexStore(db)
  const indexed = {
    chainId: config.chain.id,
    prediction: market.predictionAddress,
    startBlock: config.market.startBlock,
  }
  await openIndex({ chain, store, log }, indexed)
  const ports = {
    chain,
    store,
    log,
    nowMs: Date.now,
    onBlock: head.move.bind(head),
    onReorg: watch.metrics.reorg,
    rebuild: async () => {
      const found = await readMarket(client, market.predictionAddress)
      if (!isDeepStrictEqual(found, market)) throw new MarketReplacedError()
      head.reset()
      await rebuildIndex({ chain, store }, indexed)
    },
  }
  return (signal) => runIndexer(ports, config, signal)
}

/** Runs all loops; when one fails for good, the others end too. */
async function runLoops(parts: Parts, indexer: Loop, stopSignal: AbortSignal): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopSignal, failing.signal])
  const endAll = (error: unknown) => {
    failing.abort()
    throw error
  }
  const loops = [indexer, parts.live.run, ...keeperLoop(parts)]
  await Promise.all(loops.map((loop) => loop(signal).catch(endAll)))
}

async function createGameApp(parts: Parts): Promise<Hono> {
  const { config, log, market, db, head, watch } = parts
  const { schedule, settlementWindow } = market
  const now = () => head.now(Date.now())
  const round = { schedule, settlementWindow, now }
  const policy = contentSecurityPolicy(config.chain.publicRpcUrls)
  return createApp({
    log,
    allowedOrigins: config.http.allowedOrigins,
    hasIndex: () => head.hasReached,
    apiRules: apiRules(config, { schedule, head, live: parts.live }),
    api: [
      roundsRoutes({ ...round, findRound: (epoch) => findRound(db, epoch) }),
      tradesRoutes({ ...round, findTrades: (filter) => findTrades(db, filter) }),
      pricesRoutes({ schedule, findPrices: (filter) => findPrices(db, filter) }),
      ...accountRoutes(db, { schedule, now }),
      ...faucet(parts),
      streamRoutes({ stream: parts.live, trustsProxy: config.http.trustsProxy }),
    ],
    system: [
      systemRoutes({
        appConfig: toAppConfig(config, market),
        newestBlock: () => head.newestBlock,
        nowMs: Date.now,
      }),
      openapiRoutes(),
      operationsRoutes({
        metrics: watch.metrics,
        hasOpenMetrics: config.hasOpenMetrics,
        probes: watch.probes(db, config.keeper !== null),
      }),
      ...(config.chain.isLocal ? [rpcProxy({ rpcUrl: config.chain.rpcUrl })] : []),
    ],
    pages:
      config.http.webRoot === null
        ? null
        : await staticFiles(config.http.webRoot, { 'content-security-policy': policy }),
  })
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

/** The contract's constructor announces its fee: an index without it began too late. */
async function requireFirstFee(db: Database): Promise<void> {
  const fee = await db.selectFrom('fee_changes').select('treasury_fee').limit(1).executeTakeFirst()
  if (fee === undefined) throw new StartBlockLateError()
}
