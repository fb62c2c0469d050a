import { type Session, sessionId } from '@bullring/smart-account/session'
import {
  createSessionKey,
  sessionKeyPoint,
  signSessionCall,
} from '@bullring/smart-account/session-key'
import { describe, expect, test } from 'vitest'
import { isSignedByKey } from './verify-call.ts'

const ACCOUNT = '0x000000000000000000000000000000000000dEaD'
const MARKET = '0x000000000000000000000000000000000000bEEF'
const CHAIN_ID = 31_337

async function signCall() {
  const key = await createSessionKey()
  const session: Session = {
    key: await sessionKeyPoint(key.publicKey),
    valuePerCall: 5n,
    totalValue: 10n,
    callsPerPeriod: 2,
    period: 60,
    expiresAt: 2_000_000_000,
    methods: [{ to: MARKET, selector: '0x57fb096f' }],
  }
  const call = { to: MARKET, value: 5n, data: '0x57fb096f', nonce: 0, deadline: 1 } as const
  const context = { account: ACCOUNT, id: sessionId(session), call, chainId: CHAIN_ID } as const
  return {
    account: ACCOUNT,
    session,
    call,
    signature: await signSessionCall(key.privateKey, context),
  } as const
}

describe('isSignedByKey', () => {
  test('accepts what the key signed', async () => {
    expect(await isSignedByKey(await signCall(), CHAIN_ID)).toBe(true)
  })

  test('error: refuses other calls, limits, accounts, chains and keys', async () => {
    const signed = await signCall()
    const { call, session } = signed
    const other = await signCall()
    expect(await isSignedByKey({ ...signed, call: { ...call, value: 6n } }, CHAIN_ID)).toBe(false)
    const wider = { ...session, totalValue: 100n }
    expect(await isSignedByKey({ ...signed, session: wider }, CHAIN_ID)).toBe(false)
    expect(await isSignedByKey({ ...signed, account: MARKET }, CHAIN_ID)).toBe(false)
    expect(await isSignedByKey(signed, 56)).toBe(false)
    expect(await isSignedByKey({ ...signed, signature: other.signature }, CHAIN_ID)).toBe(false)
    const zero = `0x${'00'.repeat(32)}` as const
    const noPoint = { ...session, key: { x: zero, y: zero } }
    expect(await isSignedByKey({ ...signed, session: noPoint }, CHAIN_ID)).toBe(false)
  })
})
