import type { StreamEvent } from '@bullring/game-api/stream'
import type { Epoch } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import { waitUntil } from '../../db/wait-until.ts'
import type { Missed } from '../events/missed-events.ts'
import { type AccountKey, accountKey, RESET } from '../events/step.ts'
import type { TimeSlices } from '../time-slices.ts'
import { toFrames } from './frames.ts'
import { MAX_RETRY_MS, MIN_RETRY_MS } from './spread-resets.ts'
import type { StreamClient, StreamHub } from './stream-hub.ts'

export type JoinDeps = {
  hub: StreamHub
  slices: TimeSlices
  position: () => number
  /** Finds what happened between a position and the current one. */
  missedSince: (since: number, until: number) => Promise<Missed>
  /** Finds in which rounds an account has bet. */
  findOwn: (epochs: readonly Epoch[], account: AccountKey) => Promise<readonly Epoch[]>
  /** Gives resets the time over which clients are to fetch. */
  spread: (events: readonly StreamEvent[]) => StreamEvent[]
  log: Logger
}

/** Another process may be ahead of this one, but not longer. */
const MAX_AHEAD_MS = 2_000

const NOTHING = Buffer.alloc(0)

/** Sends `client` what it missed since `lastEventId`, then all new events. */
export async function joinStream(
  deps: JoinDeps,
  client: StreamClient,
  lastEventId: string | null,
): Promise<void> {
  const { hub, slices, position, log } = deps
  const since = lastEventId === null ? null : toPosition(lastEventId)
  hub.add(client, Number.POSITIVE_INFINITY)
  try {
    await waitUntil(() => since === null || position() >= since, MAX_AHEAD_MS)
    const until = position()
    hub.receiveFrom(client, until)
    const missed =
      lastEventId === null ? () => NOTHING : await missedBy(deps, client, { since, until })
    // Events that many clients have missed are found in the same moment.
    await slices.runTask(() => hub.start(client, Buffer.concat([retryLine(), missed()])))
  } catch (error) {
    log.warn({ error: errorSummary(error) }, 'live connection not resumed')
    hub.remove(client)
    client.sink.destroy()
  }
}

/** Null for an id that is no position: the client receives a reset. */
function toPosition(lastEventId: string): number | null {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null
}

/** Returns the serialized events that a client missed: a reset if it sent no position, or one that was never reached. */
async function missedBy(
  { missedSince, findOwn, spread }: JoinDeps,
  { account }: StreamClient,
  { since, until }: { since: number | null; until: number },
): Promise<() => Buffer> {
  if (since === until) return () => NOTHING
  if (since === null || since > until) return () => resetFrame(spread, until)
  const missed = await missedSince(since, until)
  const key = account === null ? null : accountKey(account)
  const decided = key === null ? [] : await findOwn(missed.decided, key)
  return () => {
    const changed = key === null ? [] : (missed.epochsOf.get(key) ?? [])
    const own = [...new Set([...changed, ...decided])]
    const epochsOf = new Map(key === null || own.length === 0 ? [] : [[key, own]])
    const frames = toFrames({ shared: spread(missed.shared), epochsOf }, { since, position: until })
    const trades = account === null ? null : frames.tradesOf(account)
    return trades === null ? frames.shared : Buffer.concat([trades, frames.shared])
  }
}

function resetFrame(spread: JoinDeps['spread'], at: number): Buffer {
  const shared = spread(RESET.shared)
  return toFrames({ shared, epochsOf: new Map() }, { since: at, position: at }).shared
}

function retryLine(): Buffer {
  const retryMs = MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS)
  return Buffer.from(`retry: ${Math.round(retryMs)}\n\n`)
}
