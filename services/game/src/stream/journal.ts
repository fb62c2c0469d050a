import { setTimeout as sleep } from 'node:timers/promises'
import type { Events, Step } from './step.ts'
import type { ChangesRange } from './stream.queries.ts'
import type { Change, ChangesSince } from './to-events.ts'

/** Changes turned into events at once: those of several minutes. */
const MAX_CHANGES = 5_000

/** The same for clients that reconnect, which costs the service more than the clients. */
export const MAX_MISSED_CHANGES = 2_000

/** Changes that decide bets, or undo that. */
const SETTLING_KINDS: ReadonlySet<Change['kind']> = new Set(['strike', 'round', 'reset'])

/** A replica is read again after this time, until this often. */
const LAG_MS = 5
const MAX_LAG_READS = 1_000

export type JournalDeps = {
  readChanges: (range: ChangesRange) => Promise<ChangesSince | null>
  toEvents: (changes: ChangesSince) => Promise<Events>
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
export function createJournal({ readChanges, toEvents }: JournalDeps) {
  const readWhenThere = async (range: ChangesRange): Promise<ChangesSince> => {
    for (let reads = 0; reads < MAX_LAG_READS; reads += 1) {
      const changes = await readChanges(range)
      if (changes !== null) return changes
      await sleep(LAG_MS)
    }
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
