import type { Epoch } from '@bullring/prediction/units'
import type { Hash } from 'viem'
import { readRoundTotals } from '../../chain/read-round-totals.ts'
import type { AuditMemory } from '../../indexer/audit.ts'
import { runAudit } from '../../indexer/audit.ts'
import type { ChainSource } from '../../indexer/read/chain-source.ts'
import { LOG_READERS } from '../../indexer/read/log-readers.ts'
import type { IndexStore } from '../../indexer/write/index-store.ts'
import type { IndexedRuntime } from '../markets/market-runtime.ts'
import type { Loop } from './loop.ts'

/** Polls between two audits: rounds last minutes. */
const POLLS_PER_AUDIT = 5

/** Compares the index with the contract. */
export function auditLoop(
  { config, log, client, contract, market, head, health }: IndexedRuntime,
  index: { chain: ChainSource; store: IndexStore; memory: AuditMemory },
): Loop {
  const deps = {
    ...index,
    log,
    applyLog: LOG_READERS[contract.kind],
    currentEpoch: market.clock.currentEpoch,
    isAtHead: () => head.isFresh(Date.now()),
    readTotals: (epoch: Epoch, blockHash: Hash) =>
      readRoundTotals(client, { prediction: contract.predictionAddress, epoch, blockHash }),
    onResult: health.onAudit,
  }
  const intervalMs = config.pollIntervalMs * POLLS_PER_AUDIT
  return (signal) => runAudit(deps, index.memory, { intervalMs }, signal)
}
