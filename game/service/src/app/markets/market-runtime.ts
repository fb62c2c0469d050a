import type { UnixSeconds } from '@bullring/prediction/units'
import type { Leadership } from '@bullring/server/db/leadership'
import { shareNext } from '@bullring/server/share-next'
import type { Logger } from 'pino'
import type { ChainClient } from '../../chain/chain-client.ts'
import { createChainClient } from '../../chain/chain-client.ts'
import { checkChainId } from '../../chain/check-chain-id.ts'
import { HistoryMeter } from '../../chain/history-progress.ts'
import type { TransactionSender } from '../../chain/send-transaction.ts'
import type { GameConfig } from '../../config.ts'
import { inSchema } from '../../db/in-schema.ts'
import { JournalPosition } from '../../db/journal-position.ts'
import { listenForChanges } from '../../db/listen-for-changes.ts'
import { migrate } from '../../db/migrate.ts'
import type { Database } from '../../db/open-database.ts'
import type { Databases } from '../../db/open-databases.ts'
import type { ReplicaSwitch } from '../../db/replica-switch.ts'
import { type ListenForChanges, shareChanges } from '../../db/share-changes.ts'
import { IndexHead } from '../../indexer/index-head.ts'
import { readIndexState } from '../../indexer/write/index-state.ts'
import type { Market } from '../../market/market.ts'
import { createMarket } from '../../market/market.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import { readMarketContract } from '../../market/market-contract.ts'
import type { MarketConfig } from '../../market-config.ts'
import type { Metrics } from '../../metrics/create-metrics.ts'
import type { MarketHealth } from '../../metrics/market-health.ts'
import { createMarketHealth } from '../../metrics/market-health.ts'
import type { ConnectionLimit } from '../../stream/connection-limit.ts'
import { createLiveStream, type LiveStream } from '../../stream/live-stream.ts'
import type { OpenSteps } from '../../stream/step-source.ts'
import type { TimeSlices } from '../../stream/time-slices.ts'
import { indexLeadership } from '../loops/leaderships.ts'
import { findStoredContract } from './find-stored-contract.ts'
import type { IndexVersions } from './index-versions.ts'
import { indexVersions } from './index-versions.ts'

/** One market of the process: everything its loops and its API operations share. */
export type MarketRuntime = {
  config: GameConfig
  marketConfig: MarketConfig
  log: Logger
  /** Null where neither index nor keeper needs the chain. */
  client: ChainClient | null
  contract: MarketContract
  market: Market
  /** The primary server; in a view, the database that the API reads. */
  db: Database
  databases: Databases
  /** Whether the API reads from the replica; shared by all markets. */
  replica: ReplicaSwitch
  position: JournalPosition
  /** Reports each change of the primary server. */
  listen: ListenForChanges
  head: IndexHead
  /** Chain time. */
  now: () => UnixSeconds
  history: HistoryMeter
  /** Tells the parent process that the first read of the chain advances. */
  onProgress: (text: string) => void
  health: MarketHealth
  live: LiveStream
  versions: IndexVersions
  /** Null where this process does not index. */
  leadership: Leadership | null
  /** Null without a keeper. */
  keeper: Keeper | null
  /** The market as operations read it. */
  views: Record<ReadSource, MarketView>
  /** Reads what the primary server has, for the view of it; returns the journal position. */
  readPrimary: () => Promise<number>
}

/** A market as operations read it. */
export type MarketView = Omit<MarketRuntime, 'views' | 'readPrimary'>

/** `usual` is the replica, if there is one that is not late. */
export type ReadSource = 'usual' | 'primary'

/** The keeper's account, which settles the strikes of all markets. */
export type Keeper = { sender: TransactionSender; leadership: Leadership }

export type MarketRuntimeDeps = Pick<
  MarketRuntime,
  'config' | 'marketConfig' | 'log' | 'databases' | 'replica' | 'onProgress' | 'keeper'
> & { metrics: Metrics; connections: ConnectionLimit; slices: TimeSlices; openSteps: OpenSteps }

/**
 * Connects to the market's contract and database.
 *
 * @throws {BaseError} with the reason in one sentence.
 */
export async function openMarket(deps: MarketRuntimeDeps): Promise<MarketRuntime> {
  const { config, marketConfig, log, databases, metrics, onProgress, keeper } = deps
  const { primary: db, reads } = databases
  const { symbol, schema } = marketConfig
  const head = new IndexHead()
  const history = new HistoryMeter(marketConfig.startBlock)
  const marketMetrics = metrics.ofMarket(symbol, () => head.newestBlock)
  const health = createMarketHealth({
    ...{ head, history, metrics: marketMetrics },
    isKeeperStandby: () => keeper?.leadership.isStandby() ?? false,
  })
  const isIndexing = config.roles.has('index')
  const needsChain = isIndexing || keeper !== null
  const client = needsChain ? createChainClient(config.chain, log, health.onRpcRequest) : null
  if (client !== null) await checkChainId(client)
  if (isIndexing) await migrate(config.databaseUrl, schema)
  const contract =
    client !== null && isIndexing
      ? await readMarketContract(client, marketConfig)
      : await findStoredContract(reads, { ...marketConfig, chainId: config.chain.id })
  const market = createMarket(db, contract)
  const readMarket = createMarket(reads, contract)
  const usesReplica = () => databases.replica !== null && deps.replica.isUsable()
  const position = new JournalPosition(usesReplica)
  const now = () => head.now(Date.now())
  const databaseUrl = inSchema(config.databaseUrl, schema)
  const onBreak = () => log.warn('connection for changes lost, reconnecting')
  const listen = shareChanges((onChange, signal) =>
    listenForChanges(databaseUrl, { onChange, onBreak }, signal),
  )
  const live = await createLiveStream({
    ...{ db: reads, listen, log, market: readMarket, now },
    ...{ limit: deps.connections, slices: deps.slices },
    primary: { db, market },
    readProgress: () => readIndexState(db),
    chainId: config.chain.id,
    symbol,
    openSteps: deps.openSteps,
    metrics: marketMetrics.steps,
    onDropped: marketMetrics.streamDropped,
  })
  metrics.watchStreams(symbol, () => live.hub.size)
  const versions = indexVersions({ clock: market.clock, head, live, position })
  const runtime = {
    ...{ config, marketConfig, log, client, contract, market, db, head, now, history },
    ...{ onProgress, health, live, versions, keeper, databases, position, listen },
    replica: deps.replica,
    leadership: isIndexing ? indexLeadership(databaseUrl, log, marketMetrics) : null,
  }
  const primary = primaryView(runtime)
  return {
    ...runtime,
    views: { usual: { ...runtime, db: reads, market: readMarket }, primary: primary.view },
    readPrimary: primary.read,
  }
}

/** Creates the view for requests that need what this process does not have yet. Nothing of it is cached. */
function primaryView(runtime: MarketView): { view: MarketView; read: () => Promise<number> } {
  const head = new IndexHead()
  const closed = () => null
  const read = shareNext(async () => {
    const state = await readIndexState(runtime.db)
    if (state?.block) head.follow(state.block, null, Date.now())
    return state?.position ?? 0
  })
  const now = () => head.now(Date.now())
  return { view: { ...runtime, head, now, versions: { newest: closed, settled: closed } }, read }
}

/** The market of a process that may lead its index. */
export type IndexedRuntime = MarketRuntime & { client: ChainClient; leadership: Leadership }
