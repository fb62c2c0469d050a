import { sessionOf } from '@bullring/client/session-limits'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { sessionId } from '@bullring/smart-account/session'
import { type Hex, slice } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { deleteSession, readSession, saveSession } from '#chain/wallet/one-tap-sessions.ts'
import { MOCK_ACCOUNT } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { endSession, grantSession, NoStorageError } from './grant-session.ts'

vi.mock('#chain/wallet/one-tap-sessions.ts', () => ({
  deleteSession: vi.fn(),
  readSession: vi.fn(),
  saveSession: vi.fn(),
}))

const OWNER = { account: MOCK_ACCOUNT, chainId: 31_337 } as const
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const
const LIMITS = { stake: toWei(50n), bets: 10, expiresAt: toUnixSeconds(2_000_000_000) }
const GRANT = { ...OWNER, limits: LIMITS, markets: [TEST_MARKET.prediction], first: null } as const

beforeEach(() => {
  vi.mocked(deleteSession).mockReset().mockResolvedValue()
  vi.mocked(readSession).mockReset().mockResolvedValue(null)
  vi.mocked(saveSession).mockReset().mockResolvedValue()
})

type Call = { method: string; params: [{ signer: { data: { publicKey: Hex } } }] }

function walletThat(request: (call: Call) => Promise<unknown>): Connector {
  // Only the methods that the code under test calls.
  return { getProvider: () => Promise.resolve({ request }) } as unknown as Connector
}

test('turning off destroys the key before the wallet is asked, and also when the user refuses', async () => {
  const methods: string[] = []
  const wallet = walletThat(({ method }) => {
    expect(deleteSession).toHaveBeenCalledExactlyOnceWith(OWNER)
    methods.push(method)
    return Promise.reject(new Error('User rejected the request.'))
  })
  const session = sessionOf(LIMITS, KEY, [TEST_MARKET.prediction])
  await expect(endSession(wallet, OWNER, session)).rejects.toThrow('User rejected')
  expect(methods).toEqual(['wallet_revokePermissions'])
})

test('keeps a key that cannot be read, once the wallet has granted exactly its limits', async () => {
  const wallet = walletThat(({ params: [{ signer }] }) => {
    const { publicKey } = signer.data
    const key = { x: slice(publicKey, 1, 33), y: slice(publicKey, 33) }
    return Promise.resolve({ permissionsContext: sessionId(sessionOf(LIMITS, key, GRANT.markets)) })
  })
  await grantSession(wallet, GRANT)
  expect(saveSession).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(OWNER))
  expect(vi.mocked(saveSession).mock.calls[0]?.[0].privateKey.extractable).toBe(false)
})

test('error: keeps no key when the wallet refuses, or grants other limits', async () => {
  const other = sessionOf({ ...LIMITS, bets: 11 }, KEY, GRANT.markets)
  const wallet = walletThat(() => Promise.resolve({ permissionsContext: sessionId(other) }))
  await expect(grantSession(wallet, GRANT)).rejects.toThrow('other limits')
  const refusing = walletThat(() => Promise.reject(new Error('User rejected the request.')))
  await expect(grantSession(refusing, GRANT)).rejects.toThrow('User rejected')
  expect(saveSession).not.toHaveBeenCalled()
})

test('error: asks the wallet for nothing where the browser cannot keep a key', async () => {
  vi.mocked(readSession).mockRejectedValue(new Error('blocked'))
  const request = vi.fn(() => Promise.resolve(null))
  await expect(grantSession(walletThat(request), GRANT)).rejects.toThrow(NoStorageError)
  expect(request).not.toHaveBeenCalled()
})
