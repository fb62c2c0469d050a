import { toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { Wallet } from '#chain/wallet/use-wallet.ts'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { usePlayMoney } from './use-play-money.ts'

afterEach(cleanup)

const OTHER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const wallet = (address: Address, isPlayMoney = true): Wallet => ({
  kind: 'connected',
  address,
  isWrongChain: false,
  isPlayMoney,
})

/** Runs the hook with empty wallets. The faucet does not respond. */
async function openEmpty(first: Wallet, hasFaucet = true) {
  const appConfig = testAppConfig({
    features: { burnerWallet: true, faucet: hasFaucet, telegram: false },
  })
  const { config } = await mockWalletConfig(appConfig)
  const faucet = vi.fn(() => new Promise<never>(() => undefined))
  const toasts = createToastStore()
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppConfigContext value={appConfig}>
      <GameApiContext value={{ symbol: 'BNB', faucet } as unknown as GameApi}>
        <ToastContext value={toasts}>
          <WagmiProvider config={config} reconnectOnMount={false}>
            <QueryClientProvider client={client}>{children}</QueryClientProvider>
          </WagmiProvider>
        </ToastContext>
      </GameApiContext>
    </AppConfigContext>
  )
  const hook = renderHook((used: Wallet) => usePlayMoney(used, toWei(0n), vi.fn()), {
    wrapper,
    initialProps: first,
  })
  return { faucet, ...hook }
}

test('each empty wallet that is made in the page gets its first coins once', async () => {
  const { faucet, rerender } = await openEmpty(wallet(MOCK_ACCOUNT))
  await waitFor(() => expect(faucet.mock.calls).toEqual([[MOCK_ACCOUNT]]))
  rerender(wallet(OTHER))
  await waitFor(() => expect(faucet.mock.calls).toEqual([[MOCK_ACCOUNT], [OTHER]]))
  rerender(wallet(OTHER))
  expect(faucet).toHaveBeenCalledTimes(2)
})

test('other wallets are offered coins, and get none without being asked', async () => {
  const { faucet, result } = await openEmpty(wallet(MOCK_ACCOUNT, false))
  expect(result.current.isOffered).toBe(true)
  expect(faucet).not.toHaveBeenCalled()
  result.current.request()
  await waitFor(() => expect(faucet).toHaveBeenCalledExactlyOnceWith(MOCK_ACCOUNT))
})

test('nothing is offered where coins have value', async () => {
  const { faucet, result } = await openEmpty(wallet(MOCK_ACCOUNT), false)
  expect(result.current.isOffered).toBe(false)
  expect(faucet).not.toHaveBeenCalled()
})
