import type { Database } from '../../../db/open-database.ts'
import { waitUntil } from '../../../db/wait-until.ts'
import type { ChangesSince } from '../../../stream/events/to-events.ts'
import {
  type ChangesRange,
  newestPosition,
  readChanges,
} from '../../../stream/postgres/stream.queries.ts'

/** Longest wait for a replica that lags. */
const MAX_LAG_MS = 5_000

/** Number of reads after which the primary server is queried again. */
const READS_PER_LOOK = 100

/**
 * Reads the changes after change `since`; waits for a replica that does not have the range yet.
 *
 * @returns a reset when the primary server does not have the range either: a restored database has lost it.
 */
export async function readReplicaChanges(
  replica: Database,
  primary: Database,
  range: ChangesRange,
): Promise<ChangesSince> {
  const found: { changes: ChangesSince | null } = { changes: null }
  let reads = 0
  const isThere = async () => {
    found.changes = await readChanges(replica, range)
    if (found.changes === null && reads % READS_PER_LOOK === 0) {
      found.changes = await whenLost(primary, range)
    }
    reads += 1
    return found.changes !== null
  }
  await waitUntil(isThere, MAX_LAG_MS)
  if (found.changes !== null) return found.changes
  throw new Error(`The database does not have change ${range.until}.`)
}

async function whenLost(
  primary: Database,
  { since, until }: ChangesRange,
): Promise<ChangesSince | null> {
  const position = await newestPosition(primary)
  const isLost = position < Math.max(since, until ?? 0)
  return isLost ? { position, changes: [{ kind: 'reset' }], blockBefore: null } : null
}
