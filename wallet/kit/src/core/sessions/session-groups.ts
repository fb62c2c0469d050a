import type { SmartSession } from '@bullring/accounts-api/sessions/sessions-api'

/** Groups of sessions, in the order of their tabs. */
export const SESSION_GROUPS = ['active', 'expired', 'revoked'] as const
export type SessionGroup = (typeof SESSION_GROUPS)[number]

/** Returns the group of a session. A revoked session is `revoked` also after its expiry. */
export function groupOf(
  { revokedAt, expiry }: Pick<SmartSession, 'revokedAt' | 'expiry'>,
  nowMs: number,
): SessionGroup {
  if (revokedAt !== null) return 'revoked'
  return expiry * 1_000 <= nowMs ? 'expired' : 'active'
}
