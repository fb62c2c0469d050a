import { isDeepStrictEqual } from 'node:util'
import type { UnixSeconds } from '@bullring/prediction/units'
import { readFirstStart, readFirstTerms } from '../chain/read-pancake-contract.ts'
import type { AuditMemory } from '../indexer/audit.ts'
import { auditAgain } from '../indexer/audit.ts'
import type { ChainSource } from '../indexer/chain-source.ts'
import { createChainSource, withLenientOracle } from '../indexer/chain-source.ts'
import { MarketReplacedError } from '../indexer/errors.ts'
import { storeFirstTerms } from '../indexer/first-terms.ts'
import type { StoredBlock } from '../indexer/index-model.ts'
import { createIndexStore } from '../indexer/index-store.ts'
import { LOG_READERS } from '../indexer/log-readers.ts'
import { openIndex, rebuildIndex } from '../indexer/open-index.ts'
import { requireEarlyStart } from '../indexer/require-first-event.ts'
import { runIndexer } from '../indexer/run-indexer.ts'
import type { HeadReading } from '../indexer/sync.ts'
import { readMarketContract } from '../market/market-contract.ts'
import { windowStarts } from '../market/windows.ts'
import { auditLoop } from './audit-loop.ts'
import type { Loop } from './loop.ts'
import type { MarketRuntime } from './market-runtime.ts'
import { createHistoryReport } from './report-history.ts'

/** Opens the index and returns the loops that sync and audit it. */
export async function indexLoops(runtime: MarketRuntime): Promise<Loop[]> {
  const { config, marketConfig, log, client, contract, market, db, head, health } = runtime
  const chain = chainSourceOf(runtime)
  const store = createIndexStore(db)
  const indexed = {
    kind: contract.kind,
    chainId: config.chain.id,
    prediction: contract.predictionAddress,
    startBlock: marketConfig.startBlock,
    maxPayoutMultiple: contract.kind === 'bullring' ? contract.maxPayoutMultiple : 0,
  }
  const prepare = () => prepareTerms(runtime)
  if (contract.kind === 'pancake-v2') await checkStart(runtime, chain)
  await openIndex({ chain, store, log }, indexed)
  await prepare()
  const report = createHistoryReport(runtime)
  const memory: AuditMemory = { nextEpoch: null, isRight: true }
  const deps = {
    chain,
    store,
    applyLog: LOG_READERS[contract.kind],
    windowStarts: (blockTime: UnixSeconds) => windowStarts(market.clock, blockTime),
    log,
    nowMs: Date.now,
    onBlock: (block: StoredBlock, reading: HeadReading) => {
      head.move(block, reading)
      report.onBlock(block, reading)
    },
    onReorg: (depth: number) => {
      health.metrics.reorg(depth)
      auditAgain(memory)
    },
    onNodeLag: (blocks: number) => {
      health.onNodeLag(blocks)
      report.onNodeLag(blocks)
    },
    rebuild: async () => {
      const found = await readMarketContract(client, marketConfig)
      if (!isDeepStrictEqual(found, contract)) throw new MarketReplacedError()
      head.reset()
      memory.nextEpoch = null
      await rebuildIndex({ chain, store }, indexed)
      await prepare()
    },
  }
  return [
    (signal) => runIndexer(deps, config, signal),
    auditLoop(runtime, { chain, store, memory }),
  ]
}

function chainSourceOf({ client, contract }: MarketRuntime): ChainSource {
  const source = createChainSource(client, {
    prediction: contract.predictionAddress,
    oracle: contract.kind === 'bullring' ? contract.oracleAddress : null,
  })
  // The feed of a foreign market may reject reads.
  return contract.kind === 'pancake-v2' ? withLenientOracle(source) : source
}

async function checkStart({ client, marketConfig, contract }: MarketRuntime, chain: ChainSource) {
  const firstStart = await readFirstStart(client, contract.predictionAddress)
  await requireEarlyStart({ chain, firstStart }, marketConfig.startBlock)
}

/** Stores what the constructor of a PancakePredictionV2 contract set without an event. */
async function prepareTerms({
  client,
  marketConfig,
  contract,
  db,
  log,
}: MarketRuntime): Promise<void> {
  if (contract.kind === 'bullring') return
  const { startBlock } = marketConfig
  const stored = await storeFirstTerms(db, () =>
    readFirstTerms(client, contract.predictionAddress, startBlock),
  )
  if (stored?.treasuryFee === null) {
    log.warn({ block: startBlock }, 'no state of the contract at the start block')
  }
}
