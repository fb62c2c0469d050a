import type { StreamEvent } from '@bullring/game-api/stream'
import type { Epoch } from '@bullring/prediction/units'
import { OverloadedError } from '@bullring/server/http/errors'
import { LoadShedder } from '@bullring/server/limits/load-shedder'
import { type Journal, MAX_MISSED_CHANGES } from '../postgres/journal.ts'
import type { TimeSlices } from '../time-slices.ts'
import { mergeEvents, type RecentSteps } from './recent-steps.ts'
import { type EpochsByAccount, type Events, epochsByAccount, RESET } from './step.ts'

/** Events that clients missed between two positions. */
export type Missed = {
  shared: readonly StreamEvent[]
  epochsOf: EpochsByAccount
  decided: readonly Epoch[]
}

/** Positions that clients come from at once: those at which events were sent to them. */
const MAX_KNOWN = 1_000

/** Reads of the journal at once: new events, which wait for no one's turn, need connections, too. */
const READS_AT_ONCE = 2

type MissedDeps = { recent: RecentSteps; journal: Journal; slices: TimeSlices }

/**
 * Finds what clients missed, from memory or else from the journal. When a process ends, its clients come all at once,
 * and from few positions: each is worked out once.
 */
export function createMissedEvents({ recent, journal, slices }: MissedDeps) {
  const known = new Map<number, Promise<Missed>>()
  let knownUntil = Number.NaN
  const reads = new LoadShedder({ concurrent: READS_AT_ONCE })

  const read = (since: number, until: number): Promise<Events> =>
    reads.run(() => readEvents(journal, since, until)).catch(toReset)
  const load = async (since: number, until: number): Promise<Missed> => {
    const steps = recent.between(since, until) ?? [await read(since, until)]
    const { shared, trades, decided } = await slices.run(mergeEvents(steps))
    return { shared, decided, epochsOf: await slices.run(epochsByAccount(trades, () => true)) }
  }
  /** @param until - The current position. */
  return (since: number, until: number): Promise<Missed> => {
    // While nothing happens, clients could name any number of positions.
    if (knownUntil !== until || known.size >= MAX_KNOWN) known.clear()
    knownUntil = until
    const found = known.get(since) ?? load(since, until)
    known.set(since, found)
    found.catch(() => known.delete(since))
    return found
  }
}

/**
 * Clients can name any position within a step, and each position takes a read: a client that would wait too long loads
 * everything.
 */
function toReset(error: unknown): Events {
  if (!(error instanceof OverloadedError)) throw error
  return RESET
}

async function readEvents(journal: Journal, since: number, until: number): Promise<Events> {
  const { events } = await journal.read({ since, until, limit: MAX_MISSED_CHANGES })
  return events ?? { shared: [], trades: [], decided: [] }
}
