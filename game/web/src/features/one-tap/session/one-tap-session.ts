import type { CallFailure } from '@bullring/client/call-outcome'
import type { UnixSeconds, Wei } from '@bullring/prediction/units'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import {
  allowanceLeft,
  readSessionState,
  type SessionState,
} from '@bullring/smart-account/read-sessions'
import { sessionId } from '@bullring/smart-account/session'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address, Client } from 'viem'
import { readSession, type StoredSession } from '#chain/wallet/one-tap-sessions.ts'

/** A session of this browser, and its used amounts. */
export type OneTapSession = { stored: StoredSession; state: SessionState }

/** Other devices and the wallet's settings end sessions, too. */
const REFRESH_MS = 10_000
/** A node may not know a session that is this young. */
const NEW_SESSION_MS = 60_000

export const oneTapKeys = {
  session: (account: Address | null, chainId: number | null) =>
    ['one-tap', 'session', chainId, account] as const,
  offer: (account: Address | null, chainId: number | null) =>
    ['one-tap', 'offer', chainId, account] as const,
  moveTarget: (account: Address | null, chainId: number | null) =>
    ['one-tap', 'move-target', chainId, account] as const,
}

/** Reads the session of an account; null without one. */
export function sessionQuery(
  client: Client | undefined,
  owner: { account: Address; chainId: number } | null,
) {
  return queryOptions({
    queryKey: oneTapKeys.session(owner?.account ?? null, owner?.chainId ?? null),
    queryFn: owner && client ? () => readWithState(client, owner) : skipToken,
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  })
}

async function readWithState(
  client: Client,
  owner: { account: Address; chainId: number },
): Promise<OneTapSession | null> {
  const stored = await readSession(owner)
  if (stored === null) return null
  const state = await readSessionState(client, owner.account, sessionId(stored.session))
  return { stored, state }
}

/** Facts of a session that the player sees. */
export type SessionFacts = { stake: Wei; left: Wei; total: Wei; expiresAt: UnixSeconds }

export function factsOf({ stored, state }: OneTapSession): SessionFacts {
  const { valuePerCall, totalValue, expiresAt } = stored.session
  return {
    stake: toWei(valuePerCall),
    left: toWei(totalValue - state.spent),
    total: toWei(totalValue),
    expiresAt: toUnixSeconds(expiresAt),
  }
}

/** Returns the reason why a session can make no further bet; null while it can. */
export function endOf(
  { stored, state }: OneTapSession,
  { chainTimeS, nowMs }: { chainTimeS: UnixSeconds; nowMs: number },
): CallFailure | null {
  const { session, grantedAtMs } = stored
  if (chainTimeS >= session.expiresAt) return 'expired'
  if (state.status === 'unknown' && nowMs < grantedAtMs + NEW_SESSION_MS) return null
  if (state.status !== 'active') return 'revoked'
  return allowanceLeft(session, state, chainTimeS).inAll < session.valuePerCall ? 'limit' : null
}
