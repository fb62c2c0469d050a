import type { UnixSeconds } from '@bullring/prediction/units'
import type { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import type { ChainClient } from '../../chain/chain-client.ts'
import { checkChainId } from '../../chain/check-chain-id.ts'
import { HistoryMeter } from '../../chain/history-progress.ts'
import type { TransactionSender } from '../../chain/send-transaction.ts'
import type { GameConfig } from '../../config.ts'
import { inSchema } from '../../db/in-schema.ts'
import { listenForChanges } from '../../db/listen-for-changes.ts'
import { isMigrated, migrate } from '../../db/migrate.ts'
import type { Connections } from '../../db/open-connections.ts'
import type { Database } from '../../db/open-database.ts'
import { shareChanges } from '../../db/share-changes.ts'
import { NotIndexedError } from '../../indexer/errors.ts'
import { IndexHead } from '../../indexer/index-head.ts'
import { readIdentity } from '../../indexer/write/index-reads.ts'
import { readIndexState } from '../../indexer/write/index-state.ts'
import { requireSameMarket } from '../../indexer/write/open-index.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import { readMarketContract } from '../../market/market-contract.ts'
import { createRounds, type Rounds } from '../../market/rounds.ts'
import type { MarketConfig } from '../../market-config.ts'
import type { Metrics } from '../../metrics/create-metrics.ts'
import type { MarketHealth } from '../../metrics/market-health.ts'
import { createMarketHealth } from '../../metrics/market-health.ts'
import type { ConnectionLimit } from '../../stream/connection-limit.ts'
import { createLiveStream, type LiveStream } from '../../stream/live-stream.ts'
import type { OpenSteps } from '../../stream/step-source.ts'
import type { TimeSlices } from '../../stream/time-slices.ts'
import { indexLeadership } from '../loops/leaderships.ts'
import { type RunningMarket, startMarket } from '../loops/market-loops.ts'
import type { ProcessChain } from '../open-chain.ts'
import type { MarketReads, TableReads } from '../reads/read-source.ts'
import { type IndexVersions, indexVersions } from './index-versions.ts'
import { MarketChanges } from './market-changes.ts'

/** An open market. */
export type Market = {
  config: MarketConfig
  /** Null where neither index nor keeper needs the chain. */
  client: ChainClient | null
  contract: MarketContract
  /** The database that is written, and its rounds. */
  db: Database
  rounds: Rounds
  head: IndexHead
  /** Chain time. */
  now: () => UnixSeconds
  history: HistoryMeter
  health: MarketHealth
  /** The market as operations read it. */
  reads: MarketReads
  /** Versions of the usual view. */
  versions: IndexVersions
  /** Changes by the steps of the live stream. */
  changes: MarketChanges
  live: LiveStream
  /** Whether this process leads the index. */
  isLeading: () => boolean
  /** Runs the loops until `signal` aborts. */
  run: (signal: AbortSignal) => RunningMarket
}

/** The keeper's account, which settles the strikes of all markets. */
export type Keeper = { sender: TransactionSender; leadership: Leadership }

/** Dependencies that all markets of a process share. */
export type SharedDeps = {
  config: GameConfig
  metrics: Metrics
  chain: ProcessChain
  /** Tells the parent process that the first read of the chain advances. */
  onProgress: (text: string) => void
  /** Null without a keeper. */
  keeper: Keeper | null
  connections: ConnectionLimit
  slices: TimeSlices
  openSteps: OpenSteps
}

export type MarketDeps = SharedDeps & {
  market: MarketConfig
  log: Logger
  written: Connections
  tables: TableReads
}

/**
 * Connects to the market's contract and database.
 *
 * @throws {BaseError} with the reason in one sentence.
 */
export async function openMarket(deps: MarketDeps): Promise<Market> {
  const { config, market, log, written, tables, metrics, keeper } = deps
  const { db } = written
  const head = new IndexHead()
  const history = new HistoryMeter(market.startBlock)
  const marketMetrics = metrics.ofMarket(market.symbol, () => head.newestBlock)
  const health = createMarketHealth({
    head,
    history,
    metrics: marketMetrics,
    chainSeen: deps.chain.seen,
    isKeeperStandby: () => keeper?.leadership.isStandby() ?? false,
  })
  const isIndexing = config.roles.has('index')
  const needsChain = isIndexing || keeper !== null
  const client = needsChain ? deps.chain.client : null
  if (client !== null) await checkChainId(client)
  if (isIndexing) await migrate(config.databaseUrl, market.schema)
  const contract =
    client !== null && isIndexing
      ? await readMarketContract(client, market)
      : await findStoredContract(tables.db, market, config.chain.id)
  const rounds = createRounds(db, contract)
  const now = () => head.now(Date.now())
  const reads = tables.ofMarket({ symbol: market.symbol, contract, now })
  const databaseUrl = inSchema(config.databaseUrl, market.schema)
  const onBreak = () => log.warn('connection for changes lost, reconnecting')
  const listen = shareChanges((onChange, signal) =>
    listenForChanges(databaseUrl, { onChange, onBreak }, signal),
  )
  const changes = new MarketChanges()
  const live = await createLiveStream({
    usual: reads.usual,
    newest: reads.newest,
    now,
    listen,
    log,
    limit: deps.connections,
    slices: deps.slices,
    readProgress: () => readIndexState(db),
    chainId: config.chain.id,
    symbol: market.symbol,
    openSteps: deps.openSteps,
    metrics: marketMetrics.steps,
    onDropped: marketMetrics.streamDropped,
    onChanged: (changed) => changes.add(changed),
  })
  metrics.watchStreams(market.symbol, () => live.hub.size)
  const leadership = isIndexing ? indexLeadership(databaseUrl, log, marketMetrics) : null
  const versions = indexVersions({ clock: rounds.clock, head, live, position: reads.position })
  const index = { client, contract, db, rounds, head, now, history, health, live, reads }
  return {
    ...index,
    config: market,
    versions,
    changes,
    isLeading: () => leadership?.isLeading() === true,
    run: (signal) =>
      startMarket(
        {
          ...index,
          config,
          market,
          log,
          written,
          leadership,
          keeper,
          listen,
          onProgress: deps.onProgress,
        },
        signal,
      ),
  }
}

/**
 * Returns the facts that the leader of the index has read from the market's contract.
 *
 * @throws {NotIndexedError} while no leader has.
 * @throws {OtherMarketError} {@link OtherKindError} when the database holds another market.
 * @throws {DatabaseUnusableError} when the database does not respond.
 */
async function findStoredContract(
  db: Database,
  { kind, predictionAddress: prediction, schema }: MarketConfig,
  chainId: number,
): Promise<MarketContract> {
  if (!(await isMigrated(db, schema))) throw new NotIndexedError()
  const [identity, state] = await Promise.all([readIdentity(db), readIndexState(db)])
  if (identity === null || state === null) throw new NotIndexedError()
  requireSameMarket(identity, { kind, chainId, prediction })
  return state.contract
}
