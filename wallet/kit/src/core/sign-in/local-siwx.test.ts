import { describe, expect, test } from 'vitest'
import { createTestPersistence } from '#testing/test-persistence.ts'
import { createLocalSiwx } from './local-siwx.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'

const ALICE = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 56 } as const
const BOB = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 56 } as const

function create(isSignatureValid = true) {
  const clock = { now: Date.UTC(2026, 10, 21) }
  const persistence = createTestPersistence()
  const siwx = createLocalSiwx({
    options: { sessions: 'local', lifetimeSeconds: 60 },
    persistence,
    chain: { isSignatureValid: () => Promise.resolve(isSignatureValid) },
    page: () => ({ host: 'bull.ring', origin: 'https://bull.ring' }),
    now: () => clock.now,
  })
  const signIn = async (account: typeof ALICE | typeof BOB) =>
    siwx.addSession({ ...(await siwx.createMessage(account)), signature: '0x12' })
  return { siwx, clock, persistence, signIn }
}

describe('createLocalSiwx', () => {
  test('returns the session of an account on its network until it expires', async () => {
    const { siwx, clock, signIn } = create()
    await signIn(ALICE)
    expect(await siwx.getSessions(ALICE)).toHaveLength(1)
    expect(await siwx.getSessions({ ...ALICE, chainId: 97 })).toEqual([])
    expect(await siwx.getSessions(BOB)).toEqual([])
    clock.now += 60_000
    expect(await siwx.getSessions(ALICE)).toEqual([])
  })
  test('keeps one session per account and removes only the revoked one', async () => {
    const { siwx, signIn, persistence } = create()
    await signIn(ALICE)
    await signIn(ALICE)
    await signIn(BOB)
    expect(persistence.read('siwx-sessions')).toHaveLength(2)
    await siwx.revokeSession(ALICE)
    expect(await siwx.getSessions(ALICE)).toEqual([])
    expect(await siwx.getSessions(BOB)).toHaveLength(1)
  })
  test('error: stores no session for an invalid signature', async () => {
    const { siwx, signIn } = create(false)
    await expect(signIn(ALICE)).rejects.toThrow(SignatureRejectedError)
    expect(await siwx.getSessions(ALICE)).toEqual([])
  })
  test.each([['text'], [{}], [[1, null, { address: 1 }]]])(
    'ignores invalid stored data: %j',
    async (stored) => {
      const { siwx, persistence } = create()
      persistence.write('siwx-sessions', stored)
      expect(await siwx.getSessions(ALICE)).toEqual([])
    },
  )
})
