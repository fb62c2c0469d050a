import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { BaseError } from '@bullring/errors/base-error'
import type { UnixSeconds } from '@bullring/prediction/units'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import type { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import type { ChainClient } from '../../chain/chain-client.ts'
import type { HistoryMeter } from '../../chain/history-progress.ts'
import { readFirstStart, readFirstTerms } from '../../chain/read-pancake-contract.ts'
import type { GameConfig } from '../../config.ts'
import type { Connections } from '../../db/open-connections.ts'
import type { AuditMemory } from '../../indexer/audit.ts'
import { auditAgain } from '../../indexer/audit.ts'
import { MarketReplacedError, NotLeaderError } from '../../indexer/errors.ts'
import type { IndexHead } from '../../indexer/index-head.ts'
import type { StoredBlock } from '../../indexer/index-model.ts'
import type { ChainSource } from '../../indexer/read/chain-source.ts'
import { createChainSource, withLenientOracle } from '../../indexer/read/chain-source.ts'
import { storeFirstTerms } from '../../indexer/read/first-terms.ts'
import { LOG_READERS } from '../../indexer/read/log-readers.ts'
import { RangePace } from '../../indexer/read/range-pace.ts'
import { requireEarlyStart } from '../../indexer/read/require-first-event.ts'
import { newRereadMemory } from '../../indexer/reread/reread.ts'
import { runIndexer } from '../../indexer/run-indexer.ts'
import type { HeadReading } from '../../indexer/sync-deps.ts'
import { keepDays, storeContract } from '../../indexer/write/index-state.ts'
import type { IndexStore } from '../../indexer/write/index-store.ts'
import { createIndexStore } from '../../indexer/write/index-store.ts'
import { openIndex, rebuildIndex } from '../../indexer/write/open-index.ts'
import { type MarketContract, readMarketContract } from '../../market/market-contract.ts'
import type { Rounds } from '../../market/rounds.ts'
import { windowStarts } from '../../market/windows.ts'
import type { MarketConfig } from '../../market-config.ts'
import type { MarketHealth } from '../../metrics/market-health.ts'
import { announceHeads } from './announce-heads.ts'
import { auditLoop } from './audit-loop.ts'
import type { Loop } from './loop.ts'
import { runLoops } from './loop.ts'
import { PauseLoop } from './pause-loop.ts'
import { progressLoop } from './progress-loop.ts'
import { createHistoryReport } from './report-history.ts'
import { retentionLoop } from './retention-loop.ts'

/** A leader whose node does not respond opens the index again after this time. */
const RETRY_MS = 1_000

type IndexLoopDeps = {
  config: Pick<GameConfig, 'chain' | 'keepBetsDays' | 'pollIntervalMs'>
  market: MarketConfig
  log: Logger
  client: ChainClient
  contract: MarketContract
  rounds: Pick<Rounds, 'clock'>
  written: Connections
  head: IndexHead
  now: () => UnixSeconds
  history: HistoryMeter
  health: MarketHealth
  leadership: Leadership
  /** Publishes live events for other processes. */
  publish: Loop
  /** Tells the parent process that the first read of the chain advances. */
  onProgress: (text: string) => void
}

/**
 * Syncs and audits the index in each term in which this process leads.
 *
 * @param onReady - Called once the index is at the head of the chain, and complete.
 */
export function indexLoop(deps: IndexLoopDeps, onReady: () => void): Loop {
  const pace = new RangePace()
  let isOpen = false
  const lead: Loop = async (signal) => {
    const index = createIndex({ ...deps, pace }, signal)
    if (!isOpen) isOpen = await openPatiently(deps, index.open, signal)
    if (!isOpen) return
    const progress = progressLoop({ ...deps, db: deps.written.db }, index.rebuild, onReady)
    await runLoops([...index.loops, progress, deps.publish], signal)
  }
  return (signal) => deps.leadership.whileLeading(lead, signal)
}

/** Opens the index. A process that already serves what another one indexed does so until the node responds. */
async function openPatiently(
  { head, log }: Pick<IndexLoopDeps, 'head' | 'log'>,
  open: () => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const report = reportFailedStep(log, 'index not opened')
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await open()
      return true
    } catch (error) {
      if (!head.hasReached || !(error instanceof BaseError && error.isRetryable)) throw error
      report(error, failures)
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return false
}

/** Creates the index of one term. */
function createIndex(deps: IndexLoopDeps & { pace: RangePace }, signal: AbortSignal) {
  const { config, market, log, client, contract, rounds, written, head, health, now, pace } = deps
  const { db } = written
  const { clock } = rounds
  const chain = chainSourceOf(deps)
  const store = whileLeading(createIndexStore(db, written), deps.leadership, signal)
  const indexed = {
    kind: contract.kind,
    chainId: config.chain.id,
    prediction: contract.predictionAddress,
    startBlock: market.startBlock,
    maxPayoutMultiple: contract.kind === 'bullring' ? contract.maxPayoutMultiple : 0,
  }
  const prepare = async () => {
    await prepareTerms(deps)
    await storeContract(db, contract)
    await keepDays(db, contract)
  }
  const pause = new PauseLoop({ client, contract, db, leadership: deps.leadership, log })
  const report = createHistoryReport(deps)
  const memory: AuditMemory = { nextEpoch: null, storedEpoch: null, isRight: true }
  const reread = newRereadMemory()
  const syncDeps = {
    chain,
    store,
    applyLog: pause.watching(LOG_READERS[contract.kind]),
    windowStarts: (blockTime: UnixSeconds) => windowStarts(clock, blockTime),
    log,
    nowMs: Date.now,
    onBlock: (block: StoredBlock, reading: HeadReading) => {
      head.move(block, reading)
      report.onBlock(block, reading)
    },
    onReorg: (depth: number) => {
      health.metrics.reorg(depth)
      auditAgain(memory)
      pause.readSoon()
    },
    onNodeLag: (blocks: number) => {
      health.onNodeLag(blocks)
      report.onNodeLag(blocks)
    },
    rebuild: async () => {
      const found = await readMarketContract(client, market)
      if (!isDeepStrictEqual(found, contract)) throw new MarketReplacedError()
      head.reset()
      memory.nextEpoch = null
      Object.assign(reread, newRereadMemory())
      await rebuildIndex({ chain, store }, indexed)
      await prepare()
      pause.readSoon()
    },
  }
  const { announced, loops } = announceHeads({ config, contract, log, metrics: health.metrics })
  const { keepBetsDays, pollIntervalMs } = config
  const audit = { client, clock, contract, head, log, onResult: health.onAudit, pollIntervalMs }
  return {
    rebuild: syncDeps.rebuild,
    open: async () => {
      if (contract.kind === 'pancake-v2') await checkStart(deps, chain)
      await openIndex({ chain, store, log }, indexed)
      await prepare()
    },
    loops: [
      (ending: AbortSignal) => runIndexer(syncDeps, { pollIntervalMs, pace, announced }, ending),
      ...loops,
      pause.run,
      auditLoop(audit, { chain, store, pace, memory, reread }),
      retentionLoop({ clock, db, head, keepBetsDays, log, now }),
    ],
  }
}

/** Returns the store with writes that only the leader can make: a process that was frozen may not know yet. */
function whileLeading(
  store: IndexStore,
  leadership: Pick<Leadership, 'isLeading'>,
  signal: AbortSignal,
): IndexStore {
  const guard =
    <args extends unknown[], result>(write: (...args: args) => Promise<result>) =>
    async (...args: args) => {
      if (signal.aborted || !leadership.isLeading()) throw new NotLeaderError()
      return await write(...args)
    }
  return {
    ...store,
    restart: guard(store.restart),
    rewind: guard(store.rewind),
    apply: guard(store.apply),
    applyRange: guard(store.applyRange),
  }
}

function chainSourceOf({ client, contract }: IndexLoopDeps): ChainSource {
  const source = createChainSource(client, {
    prediction: contract.predictionAddress,
    oracle: contract.kind === 'bullring' ? contract.oracleAddress : null,
  })
  // The feed of a foreign market may reject reads.
  return contract.kind === 'pancake-v2' ? withLenientOracle(source) : source
}

async function checkStart({ client, market, contract }: IndexLoopDeps, chain: ChainSource) {
  const firstStart = await readFirstStart(client, contract.predictionAddress)
  await requireEarlyStart({ chain, firstStart }, market.startBlock)
}

/** Stores what the constructor of a PancakePredictionV2 contract set without an event. */
async function prepareTerms({
  client,
  market,
  contract,
  written,
  log,
}: IndexLoopDeps): Promise<void> {
  if (contract.kind === 'bullring') return
  const { startBlock } = market
  const stored = await storeFirstTerms(written.db, () =>
    readFirstTerms(client, contract.predictionAddress, startBlock),
  )
  if (stored?.treasuryFee === null) {
    log.warn({ block: startBlock }, 'no state of the contract at the start block')
  }
}
