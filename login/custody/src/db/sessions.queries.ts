import type { CustodySession } from '@bullring/login-api/custody-api/session'
import { toAddress } from '@bullring/server/db/bytes'
import type { Database } from './database.ts'

/** Finds an open session by its token's hash. Returns null if it has ended or is another device's. */
export async function findSession(
  db: Database,
  session: { hash: Buffer; deviceId: string; nowS: number },
): Promise<CustodySession | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('identities as i', (join) =>
      join
        .onRef('i.provider', '=', 's.provider')
        .onRef('i.subject', '=', 's.subject')
        .onRef('i.user_id', '=', 's.user_id'),
    )
    .leftJoin('wallets as w', 'w.user_id', 's.user_id')
    .leftJoin('auth_shares as a', (join) =>
      join.onRef('a.wallet_id', '=', 'w.id').onRef('a.device_id', '=', 's.device_id'),
    )
    .select(['s.user_id', 's.auth_time', 's.expires_at'])
    .select(['i.provider', 'i.email', 'i.name', 'w.id as wallet_id', 'w.evm', 'w.solana'])
    .select('w.prefers_smart')
    .leftJoin('identities as e', (join) =>
      join.onRef('e.user_id', '=', 's.user_id').on('e.provider', '=', 'email'),
    )
    .select(['a.device_id as share_device', 'e.subject as login_email'])
    .where('s.token_hash', '=', session.hash)
    .where('s.device_id', '=', session.deviceId)
    .where('s.expires_at', '>', session.nowS)
    .executeTakeFirst()
  if (row === undefined) return null
  const { wallet_id: id, evm, solana, prefers_smart: prefersSmart } = row
  return {
    user: {
      id: row.user_id,
      email: row.email,
      name: row.name,
      provider: row.provider,
      loginEmail: row.login_email,
    },
    wallet:
      id === null || evm === null || solana === null || prefersSmart === null
        ? null
        : { id, evm: toAddress(evm), solana, prefersSmart },
    hasAuthShare: row.share_device !== null,
    authTime: row.auth_time,
    expiresAt: row.expires_at,
  }
}
