import { sessionOf } from '@bullring/client/session-limits'
import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { SessionState } from '@bullring/smart-account/read-sessions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { deleteSession } from '#chain/wallet/one-tap-sessions.ts'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { publishOneTap } from '../bet/one-tap-store.ts'
import { useOneTapEnd } from './use-one-tap-end.ts'

vi.mock('#chain/wallet/one-tap-sessions.ts', () => ({ deleteSession: vi.fn() }))

const NOW_S = 1_000
const END = toUnixSeconds(2_000)
const OWNER = { account: MOCK_ACCOUNT, chainId: 31_337, servicesUrl: '/wallet' } as const
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const

beforeEach(() => {
  vi.mocked(deleteSession).mockReset().mockResolvedValue()
})
afterEach(() => {
  cleanup()
  publishOneTap(null)
})

const { connector } = await mockWalletConfig(testAppConfig(), false)
const { privateKey } = await crypto.subtle.generateKey(
  { name: 'ECDSA', namedCurve: 'P-256' },
  false,
  ['sign'],
)

function start(state: Partial<SessionState>) {
  const limits = { stake: toWei(50n), bets: 10, expiresAt: END }
  const session = sessionOf(limits, KEY, [TEST_MARKET.prediction])
  const stored = { ...OWNER, session, privateKey, grantedAtMs: 0 }
  const used = { status: 'active', spent: 0n, periodStart: 0, periodCalls: 0, nonce: 0 } as const
  const clock = createChainClock(() => 0)
  const setTime = (serverTime: number) =>
    clock.sync({ sentAtMs: 0, receivedAtMs: 0, serverTime, blockTimestamp: null })
  setTime(NOW_S)
  const toasts = createToastStore()
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ChainClockContext value={clock}>
      <ToastContext value={toasts}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </ToastContext>
    </ChainClockContext>
  )
  const owner = { ...OWNER, connector }
  renderHook(() => useOneTapEnd(owner, { stored, state: { ...used, ...state } }), { wrapper })
  return { toasts, setTime: (time: number) => act(() => setTime(time)) }
}

const texts = ({ toasts }: ReturnType<typeof start>) =>
  toasts.getSnapshot().toasts.map(({ text }) => text)

test.each([
  ['less than a stake is left', { spent: 460n }, 'The limit is used up. One-tap bets are off.'],
  [
    'it was revoked elsewhere',
    { status: 'revoked' },
    'The permission was revoked. One-tap bets are off.',
  ],
] as const)('destroys the key and says so when %s', async (_, state, text) => {
  const started = start(state)
  await waitFor(() => expect(deleteSession).toHaveBeenCalledOnce())
  expect(texts(started)).toEqual([text])
})

test('destroys the key when the permission ends, in chain time', async () => {
  const started = start({})
  expect(deleteSession).not.toHaveBeenCalled()
  started.setTime(END)
  await waitFor(() => expect(deleteSession).toHaveBeenCalledOnce())
  expect(texts(started)).toEqual(['The permission has ended. One-tap bets are off.'])
})

test('waits for the outcome of a bet that is under way', async () => {
  const oneTap = {
    account: OWNER.account,
    stake: toWei(50n),
    markets: [TEST_MARKET.prediction],
    press: () => undefined,
    claim: () => Promise.resolve(false),
  }
  const bet = { position: 'bull', epoch: toEpoch(12n), symbol: 'BNB', stage: 'sent' } as const
  publishOneTap({ ...oneTap, bets: [bet] })
  start({ spent: 500n })
  expect(deleteSession).not.toHaveBeenCalled()
  act(() => publishOneTap({ ...oneTap, bets: [] }))
  await waitFor(() => expect(deleteSession).toHaveBeenCalledOnce())
})
