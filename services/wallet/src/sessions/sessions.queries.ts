import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Address, Hex } from 'viem'
import type { Database } from '../db/database.ts'

/** Sessions per account, the newest ones: anyone may grant any number for an account they own. */
const MAX_SESSIONS = 100

/** A session as the index knows it. Times are in Unix seconds. */
export type IndexedSession = {
  id: Hex
  /** Data of the event of its grant. */
  limits: Hex
  grantedAt: number
  revokedAt: number | null
}

/** Lists the sessions of an account, newest first. */
export async function listIndexedSessions(
  db: Database,
  account: Address,
): Promise<readonly IndexedSession[]> {
  const rows = await db
    .selectFrom('session_events as granted')
    .leftJoin('session_events as revoked', (join) =>
      join
        .onRef('revoked.account', '=', 'granted.account')
        .onRef('revoked.session', '=', 'granted.session')
        .on('revoked.limits', 'is', null),
    )
    .select(['granted.session', 'granted.limits', 'granted.mined_at'])
    .select(({ fn }) => fn.min('revoked.mined_at').as('revoked_at'))
    .where('granted.account', '=', toBytes(account))
    .where('granted.limits', 'is not', null)
    .groupBy(['granted.block_number', 'granted.log_index'])
    .orderBy('granted.block_number', 'desc')
    .orderBy('granted.log_index', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.flatMap(({ session, limits, mined_at, revoked_at }) =>
    limits === null
      ? []
      : [{ id: toHex(session), limits: toHex(limits), grantedAt: mined_at, revokedAt: revoked_at }],
  )
}
