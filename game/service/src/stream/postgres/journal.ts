import { waitUntil } from '../../db/wait-until.ts'
import type { Events, Step } from '../events/step.ts'
import type { Change, ChangesSince } from '../events/to-events.ts'
import type { ChangesRange } from './stream.queries.ts'

/** Changes turned into events at once: those of several minutes. */
const MAX_CHANGES = 5_000

/** The same for clients that reconnect, which costs the service more than the clients. */
export const MAX_MISSED_CHANGES = 2_000

/** Changes that decide bets, or undo that. */
const SETTLING_KINDS: ReadonlySet<Change['kind']> = new Set(['strike', 'round', 'reset'])

/** Longest wait for a replica that lags. */
const MAX_LAG_MS = 5_000

/** Number of reads after which the primary server is queried again. */
const READS_PER_LOOK = 100

export type JournalDeps = {
  readChanges: (range: ChangesRange) => Promise<ChangesSince | null>
  toEvents: (changes: ChangesSince) => Promise<Events>
  /** Finds the newest change of the primary server. */
  newestPosition: () => Promise<number>
}

export type JournalRange = {
  since: number
  /** Position where to end; by default that of the newest change. */
  until?: number | null
  limit?: number
  /** Events cost more than everything else: none are needed without clients. */
  needsEvents?: boolean
}

export type Journal = ReturnType<typeof createJournal>

/** Turns the journal of changes into steps. */
export function createJournal({ readChanges, toEvents, newestPosition }: JournalDeps) {
  /** Returns a reset when the primary server does not have the range either: a restored database has lost it. */
  const whenLost = async ({ since, until }: ChangesRange): Promise<ChangesSince | null> => {
    const position = await newestPosition()
    const isLost = position < Math.max(since, until ?? 0)
    return isLost ? { position, changes: [{ kind: 'reset' }], blockBefore: null } : null
  }
  const readWhenThere = async (range: ChangesRange): Promise<ChangesSince> => {
    const found: { changes: ChangesSince | null } = { changes: null }
    let reads = 0
    const isThere = async () => {
      found.changes = await readChanges(range)
      if (found.changes === null && reads % READS_PER_LOOK === 0) {
        found.changes = await whenLost(range)
      }
      reads += 1
      return found.changes !== null
    }
    await waitUntil(isThere, MAX_LAG_MS)
    if (found.changes !== null) return found.changes
    throw new Error(`The database does not have change ${range.until}.`)
  }
  return {
    /** Reads what happened after `since`; waits for a replica that does not have `until` yet. */
    read: async ({
      since,
      until = null,
      limit = MAX_CHANGES,
      needsEvents = true,
    }: JournalRange): Promise<Step> => {
      const changes = await readWhenThere({ since, until, limit })
      const { position } = changes
      const hasSettled = changes.changes.some(({ kind }) => SETTLING_KINDS.has(kind))
      const events = needsEvents ? await toEvents(changes) : null
      return { since, position, hasSettled, events }
    },
  }
}
