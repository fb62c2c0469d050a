import { guardSite } from '@bullring/server/http/guard-site'
import type { Listener } from '@bullring/server/http/listen'
import { listen } from '@bullring/server/http/listen'
import type { RunningService } from '@bullring/server/run-service'
import type { Logger } from 'pino'
import { createChainClient } from '../chain/chain-client.ts'
import { checkChainId } from '../chain/check-chain-id.ts'
import { HistoryMeter } from '../chain/history-progress.ts'
import { readFirstStart, readPancakeTerms } from '../chain/read-pancake-contract.ts'
import type { GameConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { completeFirstFee } from '../indexer/first-terms.ts'
import { IndexHead } from '../indexer/index-head.ts'
import { requireFirstEvent } from '../indexer/require-first-event.ts'
import { createMarket } from '../market/market.ts'
import { readMarketContract } from '../market/market-contract.ts'
import { createServiceHealth } from '../metrics/service-health.ts'
import { createLiveStream } from '../stream/live-stream.ts'
import { gameListener } from './game-app.ts'
import type { GameRuntime, Loop } from './game-runtime.ts'
import { indexLoops } from './index-loops.ts'
import { keeperLoop } from './keeper-loop.ts'

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
  let runtime: GameRuntime | null = null
  let listener: Listener | null = null
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    runtime?.live.hub.close()
    await listener?.close()
    await running.catch(() => undefined)
    await db.destroy()
  }
  try {
    runtime = { ...(await createRuntime(config, log, db)), onProgress }
    listener = await listenTo(runtime)
    running = runLoops(await gameLoops(runtime), stopping.signal)
    await Promise.race([runtime.head.reached, running])
    await finishIndex(runtime)
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createRuntime(
  config: GameConfig,
  log: Logger,
  db: Database,
): Promise<Omit<GameRuntime, 'onProgress'>> {
  const head = new IndexHead()
  const history = new HistoryMeter(config.market.startBlock)
  const health = createServiceHealth(head, history)
  const client = createChainClient(config.chain, health.onRpcRequest)
  await Promise.all([migrate(db), checkChainId(client)])
  const contract = await readMarketContract(client, config.market)
  const market = createMarket(db, contract)
  const live = await createLiveStream({
    db,
    databaseUrl: config.databaseUrl,
    log,
    market,
    now: () => head.now(Date.now()),
    maxPerIp: config.http.streamsPerIp,
  })
  return { config, log, client, contract, market, db, head, history, health, live }
}

async function listenTo(runtime: GameRuntime): Promise<Listener> {
  const { http } = runtime.config
  // X-Forwarded-Host is checked where it is used: some proxies pass on what their caller sent.
  const site = { ...http, proxies: 0, urlVariable: 'GAME_PUBLIC_URL' }
  return listen(guardSite(await gameListener(runtime), site), http)
}

/** Checks and completes what only a finished index can tell. */
async function finishIndex({ client, contract, db }: GameRuntime): Promise<void> {
  const address = contract.predictionAddress
  await requireFirstEvent(db, contract.kind, () => readFirstStart(client, address))
  if (contract.kind === 'bullring') return
  await completeFirstFee(db, async (block) => {
    const terms = await readPancakeTerms(client, address, block)
    return terms.treasuryFee
  })
}

async function gameLoops(runtime: GameRuntime): Promise<Loop[]> {
  const { contract, live } = runtime
  return [
    ...(await indexLoops(runtime)),
    live.run,
    ...(contract.kind === 'bullring' ? keeperLoop(runtime, contract) : []),
  ]
}

/** Runs all loops; when one throws, the others end too. */
async function runLoops(loops: readonly Loop[], stopSignal: AbortSignal): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopSignal, failing.signal])
  const endAll = (error: unknown) => {
    failing.abort()
    throw error
  }
  await Promise.all(loops.map((loop) => loop(signal).catch(endAll)))
}
