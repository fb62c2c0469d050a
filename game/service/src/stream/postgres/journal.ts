import { toChanged } from '../events/changed.ts'
import type { Events, Step } from '../events/step.ts'
import type { Change, ChangesSince } from '../events/to-events.ts'
import type { ChangesRange } from './stream.queries.ts'

/** Number of changes turned into events at once: about several minutes of changes. */
const MAX_CHANGES = 5_000

/** The same for clients that reconnect, which costs the service more than the clients. */
export const MAX_MISSED_CHANGES = 2_000

/** Changes that decide bets, or undo that. */
const SETTLING_KINDS: ReadonlySet<Change['kind']> = new Set(['strike', 'round', 'reset'])

export type JournalDeps = {
  readChanges: (range: ChangesRange) => Promise<ChangesSince>
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
  return {
    /** Reads what happened after `since`. */
    read: async ({
      since,
      until = null,
      limit = MAX_CHANGES,
      needsEvents = true,
    }: JournalRange): Promise<Step> => {
      const found = await readChanges({ since, until, limit })
      const hasSettled = found.changes.some(({ kind }) => SETTLING_KINDS.has(kind))
      const events = needsEvents ? await toEvents(found) : null
      const changed = toChanged(found.changes)
      return { since, position: found.position, hasSettled, changed, events }
    },
  }
}
