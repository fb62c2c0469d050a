import { toEpoch } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { createGameApi, type GameApi, GameApiContext, type PayoutSwitch } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { setSignInSession } from '#chain/wallet/sign-in-session.ts'
import { mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { usePayoutOffer } from './use-payout-offer.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OFF: PayoutSwitch = {
  isOffered: true,
  isOn: false,
  oldestEpoch: toEpoch(1n),
  refusedEpochs: [],
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

async function visit(state: PayoutSwitch | undefined) {
  const appConfig = testAppConfig()
  const { config } = await mockWalletConfig(appConfig)
  const toasts = createToastStore()
  const client = new QueryClient()
  setSignInSession(client, { account: ALICE, token: 'of-alice' })
  const setPayoutSwitch = vi.fn<GameApi['setPayoutSwitch']>(() =>
    Promise.resolve({ ...OFF, isOn: true }),
  )
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppConfigContext value={appConfig}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={client}>
          <GameApiContext value={{ ...createGameApi(), setPayoutSwitch }}>
            <ToastContext value={toasts}>{children}</ToastContext>
          </GameApiContext>
        </QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>
  )
  const use = (hasWon: boolean) => usePayoutOffer(ALICE, state, hasWon)
  const { rerender } = renderHook(use, { wrapper, initialProps: false })
  const shown = () => toasts.getSnapshot().toasts
  return { rerender, shown, setPayoutSwitch }
}

test('offers the switch after the first win, and switches it on at a click', async () => {
  const { rerender, shown, setPayoutSwitch } = await visit(OFF)
  expect(shown()).toEqual([])
  rerender(true)
  const [offer] = shown()
  expect(offer?.text).toBe('Winnings can come to you without a click')
  act(() => offer?.action?.run())
  await waitFor(() =>
    expect(shown().at(-1)?.text).toBe('Your winnings are now sent to you automatically'),
  )
  expect(setPayoutSwitch).toHaveBeenCalledWith(ALICE, true, { token: 'of-alice' })
})

test('offers it once per device', async () => {
  const first = await visit(OFF)
  first.rerender(true)
  cleanup()
  const again = await visit(OFF)
  again.rerender(true)
  expect(again.shown()).toEqual([])
})

test.each([
  ['it is on', { ...OFF, isOn: true }],
  ['the market has none', { ...OFF, isOffered: false }],
  ['that is unknown', undefined],
])('offers nothing where %s', async (_, state) => {
  const { rerender, shown } = await visit(state)
  rerender(true)
  expect(shown()).toEqual([])
})
