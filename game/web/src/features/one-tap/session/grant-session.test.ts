import { sessionOf } from '@bullring/client/session-limits'
import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { sessionId } from '@bullring/smart-account/session'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import {
  createClient,
  custom,
  encodeFunctionResult,
  type Hex,
  slice,
  UserRejectedRequestError,
} from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { leavesPage } from '#chain/wallet/leave-page.ts'
import {
  deletePending,
  deleteSession,
  keepPending,
  readSession,
  type StoredSession,
  savePending,
} from '#chain/wallet/one-tap-sessions.ts'
import { readReturn } from '#chain/wallet/returned-request.ts'
import { MOCK_ACCOUNT } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { endSession, followReturnedGrant, grantSession, NoStorageError } from './grant-session.ts'

vi.mock('#chain/wallet/one-tap-sessions.ts', () => ({
  deletePending: vi.fn(),
  deleteSession: vi.fn(),
  keepPending: vi.fn(),
  readSession: vi.fn(),
  savePending: vi.fn(),
}))

const OWNER = { account: MOCK_ACCOUNT, chainId: 31_337 } as const
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const
const LIMITS = { stake: toWei(50n), bets: 10, expiresAt: toUnixSeconds(2_000_000_000) }
const GRANT = { ...OWNER, limits: LIMITS, markets: [TEST_MARKET.prediction], first: null } as const

/** The storage of one browser: the keys by their sessions. */
const stored = { pending: new Map<Hex, StoredSession>(), kept: [] as StoredSession[] }

beforeEach(() => {
  stored.pending.clear()
  stored.kept = []
  vi.mocked(deleteSession).mockReset().mockResolvedValue()
  vi.mocked(readSession).mockReset().mockResolvedValue(null)
  vi.mocked(savePending).mockImplementation((session) => {
    stored.pending.set(sessionId(session.session), session)
    return Promise.resolve()
  })
  vi.mocked(deletePending).mockImplementation((_, id) => {
    stored.pending.delete(id)
    return Promise.resolve()
  })
  vi.mocked(keepPending).mockImplementation((_, id) => {
    const session = stored.pending.get(id)
    if (session !== undefined) stored.kept.push(session)
    return Promise.resolve(stored.pending.delete(id))
  })
})
afterEach(() => void vi.useRealTimers())

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

/** Returns the id of the session that a request for {@link GRANT} asks for. */
function askedId({ params: [{ signer }] }: Call): Hex {
  const { publicKey } = signer.data
  const key = { x: slice(publicKey, 1, 33), y: slice(publicKey, 33) }
  return sessionId(sessionOf(LIMITS, key, GRANT.markets))
}

const granting = walletThat((call) => Promise.resolve({ permissionsContext: askedId(call) }))

test('keeps a key that cannot be read, once the wallet has granted exactly its limits', async () => {
  await grantSession(granting, GRANT)
  expect(stored.kept).toEqual([expect.objectContaining(OWNER)])
  expect(stored.kept[0]?.privateKey.extractable).toBe(false)
  expect(stored.pending.size).toBe(0)
})

test('error: keeps no key when the wallet refuses, or grants other limits', async () => {
  const refusing = walletThat(() =>
    Promise.reject(new UserRejectedRequestError(new Error('User rejected the request.'))),
  )
  await expect(grantSession(refusing, GRANT)).rejects.toThrow('User rejected')
  expect(stored.pending.size).toBe(0)
  const other = sessionOf({ ...LIMITS, bets: 11 }, KEY, GRANT.markets)
  const wallet = walletThat(() => Promise.resolve({ permissionsContext: sessionId(other) }))
  await expect(grantSession(wallet, GRANT)).rejects.toThrow('other limits')
  expect(stored.kept).toEqual([])
})

test('error: a failure that may come after the approval destroys no key', async () => {
  const failing = walletThat(() => Promise.reject(new Error('Something went wrong')))
  await expect(grantSession(failing, GRANT)).rejects.toThrow('Something went wrong')
  expect(stored.pending.size).toBe(1)
})

test('the permission of another tab does not touch the one that waits', async () => {
  const { id } = await leaveForGrant()
  await grantSession(granting, GRANT)
  expect(stored.kept).toHaveLength(1)
  await followReturnedGrant(chainThatSays('unknown'), { ...OWNER, id }, granted(id))
  expect(stored.kept).toHaveLength(2)
})

test('error: asks the wallet for nothing where the browser cannot keep a key', async () => {
  vi.mocked(readSession).mockRejectedValue(new Error('blocked'))
  const request = vi.fn(() => Promise.resolve(null))
  await expect(grantSession(walletThat(request), GRANT)).rejects.toThrow(NoStorageError)
  expect(request).not.toHaveBeenCalled()
})

/** Asks for a permission on a page that is left for the wallet. */
async function leaveForGrant(first: Parameters<typeof grantSession>[1]['first'] = null) {
  const { promise: hasLeft, resolve: leave } = Promise.withResolvers<Hex>()
  const { promise: pageEnds, resolve: endPage } = Promise.withResolvers<void>()
  onTestFinished(() => endPage())
  const wallet = walletThat((call) => {
    leavesPage(call)?.('00ff')
    leave(askedId(call))
    return pageEnds
  })
  grantSession(wallet, { ...GRANT, first }).catch(() => undefined)
  return { id: await hasLeft }
}

const granted = (id: Hex) => Promise.resolve({ permissionsContext: id })

/** A chain on which each session has this status. */
function chainThatSays(status: 'unknown' | 'active') {
  const state = { status: status === 'active' ? 1 : 0, spent: 0n }
  const result = encodeFunctionResult({
    abi: sessionModuleAbi,
    functionName: 'stateOf',
    result: { ...state, periodStart: 0, periodCalls: 0, nonce: 0 },
  })
  return createClient({ transport: custom({ request: () => Promise.resolve(result) }) })
}

test('a page that loads next goes on with a permission that the page was left for', async () => {
  const first = { position: 'bear', epoch: toEpoch(40) } as const
  const { id } = await leaveForGrant(first)
  const { markets } = GRANT
  const awaited = { kind: 'grant', id, ...OWNER, limits: LIMITS, markets, first }
  expect(readReturn()).toEqual({ id: '00ff', awaited })

  await followReturnedGrant(chainThatSays('unknown'), { ...OWNER, id }, granted(id))
  expect(stored.kept).toEqual([expect.objectContaining(OWNER)])
  await expect(
    followReturnedGrant(chainThatSays('unknown'), { ...OWNER, id }, granted(id)),
  ).rejects.toThrow('no key')
})

test.each([
  ['keeps the key where the chain shows the permission', 'active', undefined, 1],
  ['error: leaves the key where the chain does not show it', 'unknown', OutcomeUnknownError, 0],
] as const)('a wallet that says nothing: %s', async (_, status, error, kept) => {
  const { id } = await leaveForGrant()
  vi.useFakeTimers()
  const outcome = followReturnedGrant(
    chainThatSays(status),
    { ...OWNER, id },
    Promise.resolve(null),
  ).catch((thrown: unknown) => thrown)
  await vi.advanceTimersByTimeAsync(60_000)
  if (error === undefined) expect(await outcome).toBeUndefined()
  else expect(await outcome).toBeInstanceOf(error)
  expect(stored.kept).toHaveLength(kept)
  expect(stored.pending.size).toBe(1 - kept)
})

test('error: destroys the key of a permission that was refused on the page of the wallet', async () => {
  const { id } = await leaveForGrant()
  const refused = Promise.reject(new UserRejectedRequestError(new Error('no')))
  const outcome = followReturnedGrant(chainThatSays('unknown'), { ...OWNER, id }, refused)
  await expect(outcome).rejects.toThrow('rejected')
  expect(stored.pending.size).toBe(0)
})
