import { ApiProblemError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { setSignInSession } from '#chain/wallet/sign-in-session.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { storeReferCode } from './refer-session.ts'
import { useReferral } from './use-referral.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Loads the page with a given response of the server. */
function visit(search: string, createRefer: GameApi['createRefer']) {
  storeReferCode(search, sessionStorage)
  const toasts = createToastStore()
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <GameApiContext value={{ ...createGameApi(), createRefer }}>
        <ToastContext value={toasts}>{children}</ToastContext>
      </GameApiContext>
    </QueryClientProvider>
  )
  const initialProps: { account: Address | null } = { account: null }
  const { rerender, unmount } = renderHook(({ account }) => useReferral(account), {
    wrapper,
    initialProps,
  })
  const signIn = (account: Address, token: string) =>
    act(() => setSignInSession(client, { account, token }))
  return { connect: (account: Address) => rerender({ account }), signIn, unmount, toasts }
}

function refusal(problemCode: string, status: number) {
  const problem = { status, detail: null, problemCode, retryAfterSeconds: null }
  return new ApiProblemError('/api/create_refer', problem)
}

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

describe('useReferral', () => {
  test('posts the code once, when a wallet connects', async () => {
    const createRefer = vi.fn(async () => ({ isProven: false }))
    const first = visit('?refer_code=friend-1', createRefer)
    expect(createRefer).not.toHaveBeenCalled()
    first.connect(ALICE)
    await waitFor(() => expect(sessionStorage.getItem('bullring.refer_done')).toBe('true'))
    expect(createRefer).toHaveBeenCalledWith(ALICE, 'friend-1')
    first.connect(BOB)
    first.unmount()
    visit('?refer_code=friend-1', createRefer).connect(ALICE)
    expect(createRefer).toHaveBeenCalledTimes(1)
  })

  test('proves a posted code with the sign-in session, once', async () => {
    const createRefer = vi.fn<GameApi['createRefer']>(async (_account, _code, proof) => ({
      isProven: proof !== undefined,
    }))
    const first = visit('?refer_code=friend-1', createRefer)
    first.connect(ALICE)
    await waitFor(() => expect(sessionStorage.getItem('bullring.refer_unproven')).toBe(ALICE))
    first.signIn(BOB, 'of-bob')
    first.signIn(ALICE, 'of-alice')
    await waitFor(() => expect(sessionStorage.getItem('bullring.refer_unproven')).toBeNull())
    first.signIn(ALICE, 'renewed')
    first.unmount()
    const second = visit('', createRefer)
    second.connect(ALICE)
    second.signIn(ALICE, 'of-alice')
    expect(createRefer.mock.calls).toEqual([
      [ALICE, 'friend-1'],
      [ALICE, 'friend-1', { token: 'of-alice' }],
    ])
  })

  test('proves a code that an earlier page posted', async () => {
    sessionStorage.setItem('bullring.refer_code', 'friend-1')
    sessionStorage.setItem('bullring.refer_done', 'true')
    sessionStorage.setItem('bullring.refer_unproven', ALICE)
    const createRefer = vi.fn(async () => ({ isProven: true }))
    const { connect, signIn } = visit('', createRefer)
    connect(ALICE)
    signIn(ALICE, 'token')
    await waitFor(() =>
      expect(createRefer).toHaveBeenCalledWith(ALICE, 'friend-1', { token: 'token' }),
    )
  })

  test('error: keeps a code unproven whose session the server does not accept', async () => {
    const createRefer = vi.fn(async () => ({ isProven: false }))
    const { connect, signIn } = visit('?refer_code=friend-1', createRefer)
    connect(ALICE)
    signIn(ALICE, 'expired')
    await waitFor(() => expect(createRefer).toHaveBeenCalledTimes(2))
    expect(sessionStorage.getItem('bullring.refer_unproven')).toBe(ALICE)
  })

  test.each([
    ['stranger', 'referral.unknown-code', 404],
    ['abc', 'wire.invalid-message', 422],
  ])('error: informs visitors once that %s is no invitation', async (code, problem, status) => {
    const createRefer = vi.fn(() => Promise.reject(refusal(problem, status)))
    const first = visit(`?refer_code=${code}`, createRefer)
    first.connect(ALICE)
    await waitFor(() => expect(first.toasts.getSnapshot().toasts).toHaveLength(1))
    expect(first.toasts.getSnapshot().toasts[0]).toMatchObject({
      level: 'info',
      text: 'This invitation link is not valid',
    })
    expect(createRefer).toHaveBeenCalledWith(ALICE, code)
    first.unmount()
    const second = visit(`?refer_code=${code}`, createRefer)
    second.connect(ALICE)
    expect(createRefer).toHaveBeenCalledTimes(1)
    expect(second.toasts.getSnapshot().toasts).toEqual([])
  })

  test('error: does not repeat or report a code that is refused for another reason', async () => {
    const createRefer = vi.fn(() => Promise.reject(refusal('http.malformed-json', 400)))
    const { connect, toasts } = visit('?refer_code=friend-1', createRefer)
    connect(ALICE)
    await waitFor(() => expect(sessionStorage.getItem('bullring.refer_done')).toBe('true'))
    expect(toasts.getSnapshot().toasts).toEqual([])
  })

  test('error: informs visitors that the code is their own', async () => {
    const createRefer = vi.fn(() => Promise.reject(refusal('referral.own-code', 409)))
    const { connect, toasts } = visit('?refer_code=myself', createRefer)
    connect(ALICE)
    await waitFor(() => expect(toasts.getSnapshot().toasts).toHaveLength(1))
    expect(toasts.getSnapshot().toasts[0]).toMatchObject({ level: 'info' })
  })

  test('error: keeps the code while the server is unreachable', async () => {
    vi.useFakeTimers()
    const createRefer = vi.fn(() => Promise.reject(new ApiUnreachableError('/api/create_refer')))
    const first = visit('?refer_code=friend-1', createRefer)
    first.connect(ALICE)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(createRefer).toHaveBeenCalledTimes(4)
    expect(first.toasts.getSnapshot().toasts).toEqual([])
    expect(sessionStorage.getItem('bullring.refer_done')).toBeNull()
    vi.useRealTimers()
  })
})
