import type { Logger } from 'pino'
import type { ChainClient } from '../chain/chain-client.ts'
import { readRoundTotals } from '../chain/read-round-totals.ts'
import type { AuditMemory } from '../indexer/audit.ts'
import { runAudit } from '../indexer/audit.ts'
import type { ChainSource } from '../indexer/chain-source.ts'
import type { IndexStore } from '../indexer/index-store.ts'
import type { IndexHead } from './index-head.ts'
import type { MarketContract, MarketOfKind } from './market-of-kind.ts'
import type { Watch } from './watch.ts'

type Parts = {
  config: { pollIntervalMs: number }
  log: Logger
  client: ChainClient
  contract: MarketContract
  market: MarketOfKind
  head: IndexHead
  watch: Watch
}

/** Rounds last minutes: one look each so many polls is soon enough. */
const POLLS_PER_LOOK = 5

/** The loop that compares the index with the contract. */
export function auditLoop(
  { config, log, client, contract, market, head, watch }: Parts,
  index: { chain: ChainSource; store: IndexStore; memory: AuditMemory },
): (signal: AbortSignal) => Promise<void> {
  const deps = {
    ...index,
    log,
    applyLog: market.applyLog,
    currentEpoch: market.clock.currentEpoch,
    isAtHead: () => head.isFresh(Date.now()),
    readTotals: (epoch: Parameters<typeof market.findRound>[0], blockHash: `0x${string}`) =>
      readRoundTotals(client, { prediction: contract.predictionAddress, epoch, blockHash }),
    onResult: watch.onAudit,
  }
  const intervalMs = config.pollIntervalMs * POLLS_PER_LOOK
  return (signal) => runAudit(deps, index.memory, { intervalMs }, signal)
}
