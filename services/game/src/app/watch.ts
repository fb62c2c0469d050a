import type { RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import type { Probe } from '@bullring/server/metrics/readiness'
import { LastSeen } from '@bullring/server/metrics/readiness'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import type { IndexHead } from './index-head.ts'

/** A node that answers no request for this long is down. Index and keeper ask several times a second. */
const CHAIN_SILENCE_MS = 15_000

/** Longer than a keeper waits for a transaction whose fee it raises again and again. */
const KEEPER_SILENCE_MS = 60_000

export type Watch = ReturnType<typeof createWatch>

/** What the process knows of its own health. */
export function createWatch(head: IndexHead) {
  const chainSeen = new LastSeen()
  const keeperSeen = new LastSeen()
  /** Until a look at the index finds otherwise: a process that has not looked yet is ready. */
  let isRight = true
  const metrics = createMetrics({ newestBlock: () => head.newestBlock, nowMs: Date.now })
  return {
    metrics,
    onRpcRequest: (outcome: RpcOutcome) => {
      metrics.rpcRequest(outcome)
      if (outcome === 'answered') chainSeen.mark(Date.now())
    },
    onAudit: (isIndexRight: boolean) => {
      isRight = isIndexRight
      if (!isRight) metrics.mismatch()
    },
    /** It begins, or a pass went well. */
    onKeeperSeen: () => keeperSeen.mark(Date.now()),
    /** One probe a part; no keeper, no probe. */
    probes: (db: Database, hasKeeper: boolean): Record<string, Probe> => ({
      chain: () => chainSeen.isWithin(CHAIN_SILENCE_MS, Date.now()),
      index: () => head.isFresh(Date.now()),
      audit: () => isRight,
      database: () => sql`select 1`.execute(db).then(() => true),
      ...(hasKeeper && { keeper: () => keeperSeen.isWithin(KEEPER_SILENCE_MS, Date.now()) }),
    }),
  }
}
