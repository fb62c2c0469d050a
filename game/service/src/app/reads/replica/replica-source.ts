import { databaseOf, openPool } from '@bullring/server/db/open-database'
import { shareNext } from '@bullring/server/share-next'
import type { Logger } from 'pino'
import {
  type ConnectionOptions,
  type Connections,
  poolOptions,
} from '../../../db/open-connections.ts'
import type { Database } from '../../../db/open-database.ts'
import { limitRequests } from '../../../db/request-connections.ts'
import type { GameTables } from '../../../db/schema.ts'
import { IndexHead } from '../../../indexer/index-head.ts'
import { type IndexState, readIndexState } from '../../../indexer/write/index-state.ts'
import { createRounds } from '../../../market/rounds.ts'
import type { Metrics } from '../../../metrics/create-metrics.ts'
import { newestPosition, readWrittenChanges } from '../../../stream/postgres/stream.queries.ts'
import {
  type MarketReads,
  type MarketView,
  type ReadMarket,
  type ReadSource,
  readStateInTime,
  type StateRead,
  type TableReads,
} from '../read-source.ts'
import { readReplicaChanges } from './replica-changes.ts'
import { ReplicaSwitch } from './replica-switch.ts'

/** Interval in which a replica is read until it has a change that was notified. */
const REPLICA_MS = 5
/** The same once the API reads from the primary server. */
const LATE_REPLICA_MS = 250

export type ReplicaOptions = ConnectionOptions & {
  url: string
  /** An API node reads how far its own replica is: the leader of the index does not know. */
  hasApi: boolean
  log: Logger
  metrics: Pick<Metrics, 'replicaUsed'>
}

/** Reads a streaming replica while it is not late, else the primary server. One switch for all markets. */
export function replicaSource(options: ReplicaOptions): ReadSource {
  const { log, metrics } = options
  metrics.replicaUsed(true)
  const replicaSwitch = new ReplicaSwitch((isUsable) => {
    metrics.replicaUsed(isUsable)
    if (isUsable) log.info('replica has caught up')
    else log.warn('replica is late, reading from the primary server')
  })
  return { open: (written, schema) => openReplica(written, schema, options, replicaSwitch) }
}

function openReplica(
  { db: primary, pool, close }: Connections,
  schema: string | null,
  options: ReplicaOptions,
  replicaSwitch: ReplicaSwitch,
): TableReads {
  const replicaPool = openPool(poolOptions(options.url, schema, options))
  const replica = databaseOf<GameTables>(replicaPool)
  const either = {
    options: pool.options,
    end: () => Promise.resolve(),
    connect: () => (replicaSwitch.isUsable() ? replicaPool : pool).connect(),
  }
  const db = databaseOf<GameTables>(limitRequests(either, options.shedder))
  return {
    db,
    ofMarket: (market) =>
      new ReplicaReads({ db, primary, replica, replicaSwitch, hasApi: options.hasApi }, market),
    close: async () => {
      await Promise.all([db.destroy(), replica.destroy(), close()])
    },
  }
}

type ReplicaDeps = {
  /** The replica while it can be used, else the primary server. */
  db: Database
  primary: Database
  replica: Database
  replicaSwitch: ReplicaSwitch
  hasApi: boolean
}

class ReplicaReads implements MarketReads {
  readonly usual: MarketView
  readonly newest: MarketView
  readonly newestPosition: () => Promise<number>
  readonly onReported: MarketReads['onReported']
  readonly #deps: ReplicaDeps
  readonly #symbol: string
  /** Id of the newest change that the replica is known to have. */
  #replayed = 0
  /** Id of the newest change that this process has read of on the primary server. */
  #primary = 0
  /** Id of the newest change that was notified. */
  #notified = 0
  #isChecking = false

  constructor(deps: ReplicaDeps, { symbol, contract, now }: ReadMarket) {
    this.#deps = deps
    this.#symbol = symbol
    const { db, primary, hasApi } = deps
    const head = new IndexHead()
    this.usual = {
      db,
      rounds: createRounds(db, contract),
      now,
      readChanges: (range) => readReplicaChanges(db, primary, range),
    }
    this.newest = {
      db: primary,
      rounds: createRounds(primary, contract),
      now: () => head.now(Date.now()),
      readChanges: (range) => readWrittenChanges(primary, range),
    }
    this.newestPosition = shareNext(async () => {
      const state = await readIndexState(primary)
      if (state?.block) head.follow(state.block, null, Date.now())
      return state?.position ?? 0
    })
    const onReported = (position: number) => {
      this.#primary = position
    }
    this.onReported = hasApi ? null : onReported
  }

  readonly position = (): number =>
    this.#deps.replicaSwitch.isUsable() ? this.#replayed : this.#primary

  readonly readState = async (): Promise<StateRead> => {
    const { replicaSwitch } = this.#deps
    if (replicaSwitch.isUsable()) {
      const state = await this.#readReplica()
      if (replicaSwitch.isUsable()) return { state, retryMs: this.#isReplayed ? null : REPLICA_MS }
    }
    const state = await readStateInTime(this.#deps.primary)
    if (state !== null) this.#primary = state.position
    void this.#checkReplica()
    return { state, retryMs: LATE_REPLICA_MS }
  }

  readonly onNotified = (position: number | null): void => {
    if (position !== null) this.#notify(position)
    else {
      // A restored database may have lost what was notified.
      this.#notified = 0
      newestPosition(this.#deps.primary).then(this.#notify, () => {
        // The listener reconnects.
      })
    }
  }

  readonly #notify = (position: number): void => {
    this.#notified = Math.max(this.#notified, position)
  }

  /** Whether the replica has all that this process knows of. */
  get #isReplayed(): boolean {
    return this.#replayed >= Math.max(this.#notified, this.#primary)
  }

  /** A frozen replica must not delay what is read from the primary server. */
  async #checkReplica(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    await this.#readReplica()
    this.#isChecking = false
  }

  /** Reads the state of the replica, and reports whether it has all that is known; null when it does not respond. */
  async #readReplica(): Promise<IndexState | null> {
    const { replica, replicaSwitch } = this.#deps
    const state = await readStateInTime(replica).catch(() => undefined)
    if (state) this.#replayed = state.position
    const found = state === undefined ? 'down' : this.#isReplayed ? 'complete' : 'behind'
    replicaSwitch.report(this.#symbol, found, Date.now())
    return state ?? null
  }
}
