import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { followChain, type NextStep } from '@bullring/server/chain/follow-chain'
import type { Logger } from 'pino'
import type { Database } from '../../db/open-database.ts'
import type { IndexHead } from '../../indexer/index-head.ts'
import { dropBets } from '../../indexer/write/drop-bets.ts'
import type { RoundClock } from '../../market/round-rules.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
const DAY_SECONDS = 86_400

type RetentionDeps = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  db: Database
  head: Pick<IndexHead, 'hasReached'>
  /** Null to keep all. */
  keepBetsDays: number | null
  log: Logger
  /** Chain time. */
  now: () => UnixSeconds
}

/** Drops bets of rounds that closed too long ago; does nothing where all are kept. */
export function retentionLoop(
  { clock, db, head, keepBetsDays, log, now }: RetentionDeps,
  intervalMs = INTERVAL_MS,
): Loop {
  if (keepBetsDays === null) return () => Promise.resolve()
  const step = async (): Promise<NextStep> => {
    if (!head.hasReached) return 'soon'
    const since = toUnixSeconds(Math.max(now() - keepBetsDays * DAY_SECONDS, 0))
    const epoch = await clock.firstEpochClosedAfter(since)
    const partitions = await dropBets(db, epoch)
    if (partitions > 0) log.info({ epoch: Number(epoch), partitions }, 'old bets dropped')
    return 'soon'
  }
  const onFailure = (err: unknown, attempt: number) =>
    log.debug({ err, attempt }, 'old bets not dropped')
  const options = { pollIntervalMs: intervalMs, maxPauseMs: intervalMs, onFailure }
  return (signal) => followChain(step, options, signal)
}
