import type { Logger } from 'pino'
import type { ChainClient } from '../chain/chain-client.ts'
import type { HistoryMeter } from '../chain/history-progress.ts'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import type { IndexHead } from '../indexer/index-head.ts'
import type { Market } from '../market/market.ts'
import type { MarketContract } from '../market/market-contract.ts'
import type { ServiceHealth } from '../metrics/service-health.ts'
import type { LiveStream } from '../stream/create-stream.ts'

/** Everything the loops and the API of one process share. */
export type GameRuntime = {
  config: GameConfig
  log: Logger
  client: ChainClient
  contract: MarketContract
  market: Market
  db: Database
  head: IndexHead
  history: HistoryMeter
  /** Tells the parent process that the first read of the chain advances. */
  onProgress: (text: string) => void
  health: ServiceHealth
  live: LiveStream
}

/** Runs until `signal` aborts; throws when it cannot go on. */
export type Loop = (signal: AbortSignal) => Promise<void>
