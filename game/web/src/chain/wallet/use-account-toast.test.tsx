import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { useAccountToast } from './use-account-toast.ts'

afterEach(cleanup)

const OTHER_ACCOUNT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Renders the hook with a wallet. Returns how to show a toast, and the second lines of those shown. */
async function setUp({ isConnected = true } = {}) {
  const appConfig = testAppConfig({ markets: { BNB: TEST_MARKET, BTC: TEST_MARKET } })
  const { config } = await mockWalletConfig(appConfig, isConnected)
  const toasts = createToastStore()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <AppConfigContext value={appConfig}>
        <ToastContext value={toasts}>{children}</ToastContext>
      </AppConfigContext>
    </WagmiProvider>
  )
  const { result } = renderHook(() => useAccountToast(), { wrapper })
  const details = () => toasts.getSnapshot().toasts.map(({ detail }) => detail)
  return { show: result.current, details }
}

const DONE = { level: 'success', text: 'Done', detail: '0.5 BNB' } as const

test('the result of the connected account needs no name', async () => {
  const { show, details } = await setUp()
  show(MOCK_ACCOUNT, DONE)
  expect(details()).toEqual(['0.5 BNB'])
})

test('the result of an account that the wallet has left names it', async () => {
  const { show, details } = await setUp()
  show(OTHER_ACCOUNT, DONE)
  show(OTHER_ACCOUNT, { level: 'error', text: 'Failed' })
  expect(details()).toEqual(['0x3C44\u202693BC: 0.5 BNB', '0x3C44\u202693BC'])
})

test('there is nothing to tell apart while no account is connected', async () => {
  const { show, details } = await setUp({ isConnected: false })
  show(OTHER_ACCOUNT, DONE)
  expect(details()).toEqual(['0.5 BNB'])
})

test('the result of a market names it once the page shows another one', async () => {
  const { show, details } = await setUp()
  show(MOCK_ACCOUNT, DONE, 'BNB')
  show(MOCK_ACCOUNT, DONE, 'BTC')
  expect(details()).toEqual(['0.5 BNB', 'BTC: 0.5 BNB'])
})
