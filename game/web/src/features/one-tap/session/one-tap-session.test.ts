import { sessionOf } from '@bullring/client/session-limits'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { SessionState } from '@bullring/smart-account/read-sessions'
import { expect, test } from 'vitest'
import { endOf, factsOf } from './one-tap-session.ts'

const END = toUnixSeconds(2_000)
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const
const key = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
  'sign',
])) as CryptoKeyPair

function sessionWith(state: Partial<SessionState>) {
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const limits = { stake: toWei(50n), bets: 10, expiresAt: END }
  const session = sessionOf(limits, KEY, [account])
  const used = { status: 'active', spent: 0n, periodStart: 0, periodCalls: 0, nonce: 0 } as const
  return {
    stored: { account, chainId: 31_337, session, privateKey: key.privateKey, grantedAtMs: 1_000 },
    state: { ...used, ...state },
  } as const
}

const at = (chainTimeS: number, nowMs = 0) => ({ chainTimeS: toUnixSeconds(chainTimeS), nowMs })

test('shows the remaining limits', () => {
  expect(factsOf(sessionWith({ spent: 150n }))).toEqual({
    stake: 50n,
    left: 350n,
    total: 500n,
    expiresAt: END,
  })
})

test.each([
  ['its last bet', { spent: 450n }, 1_999, null],
  ['less than a stake', { spent: 460n }, 1_000, 'limit'],
  ['nothing', { spent: 500n }, 1_000, 'limit'],
  ['no time', {}, 2_000, 'expired'],
  ['no permission', { status: 'revoked' }, 1_000, 'revoked'],
] as const)('with %s left, ends as expected', (_, state, time, end) => {
  expect(endOf(sessionWith(state), at(time))).toBe(end)
})

test('a node that does not know a new session yet does not end it', () => {
  const session = sessionWith({ status: 'unknown' })
  expect(endOf(session, at(1_000, 60_999))).toBeNull()
  expect(endOf(session, at(1_000, 61_000))).toBe('revoked')
})
