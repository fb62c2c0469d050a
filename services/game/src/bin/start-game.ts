import { isDeepStrictEqual } from 'node:util'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainClient } from '../chain/chain-client.ts'
import { createChainClient } from '../chain/chain-client.ts'
import { createOracleReader } from '../chain/oracle-reader.ts'
import type { Market } from '../chain/read-market.ts'
import { checkChainId, readMarket } from '../chain/read-market.ts'
import { createTransactionSender } from '../chain/send-transaction.ts'
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
import { findSettlingRound } from '../keeper/find-settling-round.ts'
import { readStrikes } from '../keeper/read-strikes.ts'
import { runKeeper } from '../keeper/run-keeper.ts'
import { createSettler } from '../keeper/settle-strikes.ts'
import { findPrices } from '../prices/prices.queries.ts'
import { pricesRoutes } from '../prices/prices.routes.ts'
import { findRound } from '../rounds/rounds.queries.ts'
import { roundsRoutes } from '../rounds/rounds.routes.ts'
import { findTrades } from '../trades/trades.queries.ts'
import { tradesRoutes } from '../trades/trades.routes.ts'
import { toAppConfig } from './app-config.ts'
import { IndexHead } from './index-head.ts'

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
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    await listener?.close()
    await running.catch(() => undefined)
    await db.destroy()
  }
  try {
    const client = createChainClient(config.chain)
    await Promise.all([migrate(db), checkChainId(client)])
    const market = await readMarket(client, config.market.predictionAddress)
    const parts: Parts = { config, log, client, market, db, head: new IndexHead() }

    listener = await listen(await createGameApp(parts), config.http)
    running = runLoops(parts, await prepareIndexer(parts), stopping.signal)
    await Promise.race([parts.head.reached, running])
    await requireFirstFee(db)
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Loop = (signal: AbortSignal) => Promise<void>

async function prepareIndexer({ config, log, client, market, db, head }: Parts): Promise<Loop> {
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
  const loops = [indexer, ...(keeperLoop(parts) ?? [])]
  await Promise.all(loops.map((loop) => loop(signal).catch(endAll)))
}

function keeperLoop({ config, log, client, market }: Parts): [Loop] | null {
  const { keeper, pollIntervalMs } = config
  if (keeper === null) return null
  const address = market.predictionAddress
  const sender = createTransactionSender(client, privateKeyToAccount(keeper.privateKey))
  const oracle = createOracleReader(client, market.oracleAddress)
  const ports = {
    ...createSettler(client, address, sender),
    log,
    now: async () => toUnixSeconds((await client.getBlock()).timestamp),
    readStrikes: (epochs: readonly number[]) => readStrikes(client, address, epochs),
    findSettlingRound: (lock: Parameters<typeof findSettlingRound>[1]) =>
      findSettlingRound(oracle, lock),
  }
  const { schedule, settlementWindow } = market
  const settings = {
    schedule,
    settlementWindow,
    pollIntervalMs,
    settlesEmpty: keeper.settlesEmpty,
  }
  return [(signal) => runKeeper(ports, settings, signal)]
}

async function createGameApp(parts: Parts): Promise<Hono> {
  const { config, log, market, db, head } = parts
  const { schedule, settlementWindow } = market
  const now = () => head.now(Date.now())
  const round = { schedule, settlementWindow, now }
  const policy = contentSecurityPolicy(config.chain.publicRpcUrls)
  return createApp({
    log,
    allowedOrigins: config.http.allowedOrigins,
    hasIndex: () => head.hasReached,
    api: [
      roundsRoutes({ ...round, findRound: (epoch) => findRound(db, epoch) }),
      tradesRoutes({ ...round, findTrades: (filter) => findTrades(db, filter) }),
      pricesRoutes({ schedule, findPrices: (filter) => findPrices(db, filter) }),
      ...faucet(parts),
    ],
    system: [
      systemRoutes({
        appConfig: toAppConfig(config, market),
        newestBlock: () => head.newestBlock,
        isReady: () => head.isFresh(Date.now()),
        nowMs: Date.now,
      }),
      ...(config.chain.isLocal ? [rpcProxy({ rpcUrl: config.chain.rpcUrl })] : []),
    ],
    pages:
      config.http.webRoot === null
        ? null
        : await staticFiles(config.http.webRoot, { 'content-security-policy': policy }),
  })
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
