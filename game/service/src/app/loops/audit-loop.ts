import type { Epoch } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import type { Hash } from 'viem'
import type { ChainClient } from '../../chain/chain-client.ts'
import { readRoundTotals } from '../../chain/read-round-totals.ts'
import type { AuditMemory } from '../../indexer/audit.ts'
import { runAudit } from '../../indexer/audit.ts'
import type { IndexHead } from '../../indexer/index-head.ts'
import type { ChainSource } from '../../indexer/read/chain-source.ts'
import { LOG_READERS } from '../../indexer/read/log-readers.ts'
import type { RangePace } from '../../indexer/read/range-pace.ts'
import type { RereadMemory } from '../../indexer/reread/reread.ts'
import { rereadStep } from '../../indexer/reread/reread.ts'
import type { IndexStore } from '../../indexer/write/index-store.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import type { RoundClock } from '../../market/round-rules.ts'
import type { Loop } from './loop.ts'

/** Polls between two audits, which are never closer than `MIN_INTERVAL_MS`: rounds last minutes. */
const POLLS_PER_AUDIT = 5
const MIN_INTERVAL_MS = 1_000

type AuditDeps = {
  client: ChainClient
  clock: Pick<RoundClock, 'currentEpoch'>
  contract: MarketContract
  head: Pick<IndexHead, 'isFresh'>
  log: Logger
  /** Called after each audit. */
  onResult: (isRight: boolean) => void
  pollIntervalMs: number
}

/** Compares the index with the contract. */
export function auditLoop(
  { client, clock, contract, head, log, onResult, pollIntervalMs }: AuditDeps,
  index: {
    chain: ChainSource
    store: IndexStore
    pace: RangePace
    memory: AuditMemory
    reread: RereadMemory
  },
): Loop {
  const shared = { ...index, log, applyLog: LOG_READERS[contract.kind], nowMs: Date.now }
  const deps = {
    ...shared,
    reread: (signal: AbortSignal) => rereadStep(shared, index.reread, signal),
    currentEpoch: clock.currentEpoch,
    isAtHead: () => head.isFresh(Date.now()),
    readTotals: (epoch: Epoch, blockHash: Hash) =>
      readRoundTotals(client, { prediction: contract.predictionAddress, epoch, blockHash }),
    onResult,
  }
  const intervalMs = Math.max(pollIntervalMs * POLLS_PER_AUDIT, MIN_INTERVAL_MS)
  return (signal) => runAudit(deps, index.memory, { intervalMs }, signal)
}
