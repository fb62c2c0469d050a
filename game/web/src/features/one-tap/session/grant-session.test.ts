import { sessionOf } from '@bullring/client/session-limits'
import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { sessionId } from '@bullring/smart-account/session'
import { type Hex, slice } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { leavesPage } from '#chain/wallet/leave-page.ts'
import {
  deleteSession,
  readSession,
  type StoredSession,
  savePending,
  saveSession,
  takePending,
} from '#chain/wallet/one-tap-sessions.ts'
import { readReturn } from '#chain/wallet/returned-request.ts'
import { MOCK_ACCOUNT } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { endSession, finishGrant, grantSession, NoStorageError } from './grant-session.ts'

vi.mock('#chain/wallet/one-tap-sessions.ts', () => ({
  deleteSession: vi.fn(),
  readSession: vi.fn(),
  savePending: vi.fn(),
  saveSession: vi.fn(),
  takePending: vi.fn(),
}))

const OWNER = { account: MOCK_ACCOUNT, chainId: 31_337 } as const
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const
const LIMITS = { stake: toWei(50n), bets: 10, expiresAt: toUnixSeconds(2_000_000_000) }
const GRANT = { ...OWNER, limits: LIMITS, markets: [TEST_MARKET.prediction], first: null } as const

beforeEach(() => {
  vi.mocked(deleteSession).mockReset().mockResolvedValue()
  vi.mocked(readSession).mockReset().mockResolvedValue(null)
  vi.mocked(saveSession).mockReset().mockResolvedValue()
  // The storage of one browser.
  const kept: { pending: StoredSession | null } = { pending: null }
  vi.mocked(savePending)
    .mockReset()
    .mockImplementation((stored) => {
      kept.pending = stored
      return Promise.resolve()
    })
  vi.mocked(takePending)
    .mockReset()
    .mockImplementation(() => {
      const { pending } = kept
      kept.pending = null
      return Promise.resolve(pending)
    })
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

test('a page that loads next goes on with a permission that the page was left for', async () => {
  let left: (id: string) => void = () => undefined
  const hasLeft = new Promise<string>((resolve) => {
    left = resolve
  })
  const wallet = walletThat(({ params: [{ signer }] }) => {
    leavesPage({ method: 'wallet_grantPermissions' })?.('00ff')
    left(signer.data.publicKey)
    return new Promise(() => undefined)
  })
  const first = { position: 'bear', epoch: toEpoch(40) } as const
  void grantSession(wallet, { ...GRANT, first })
  const publicKey = (await hasLeft) as Hex
  const { markets } = GRANT
  const awaited = { kind: 'grant', ...OWNER, limits: LIMITS, markets, first }
  expect(readReturn()).toEqual({ id: '00ff', awaited })

  const key = { x: slice(publicKey, 1, 33), y: slice(publicKey, 33) }
  const permissionsContext = sessionId(sessionOf(LIMITS, key, markets))
  await finishGrant(OWNER, Promise.resolve({ permissionsContext }))
  expect(saveSession).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(OWNER))
  await expect(finishGrant(OWNER, Promise.resolve({ permissionsContext }))).rejects.toThrow(
    'no key',
  )
})
