import type { WalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useConnection, WagmiProvider } from 'wagmi'
import { useGameApi } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { useMarketReach } from '#api/market/market-reach.ts'
import { createMarketClients } from '#data/market-clients.ts'
import { createQueryClient } from '#data/query-client.ts'
import { loadWalletModal } from '#features/connect/load-wallet-modal.ts'
import { useWalletModal } from '#features/connect/use-wallet-modal.tsx'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { MarketScope } from './market-scope.tsx'

vi.mock('#features/connect/load-wallet-modal.ts', () => ({ loadWalletModal: vi.fn() }))

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

function Page() {
  const { openModal } = useWalletModal()
  const { isOverAll, setOverAll } = useMarketReach()
  const { status, address } = useConnection()
  const { symbol } = useGameApi()
  return (
    <>
      <button type="button" onClick={openModal}>
        Connect
      </button>
      <button type="button" onClick={() => setOverAll(true)}>
        All
      </button>
      <p>{`${symbol} ${status} ${address} ${isOverAll ? 'all' : 'one'}`}</p>
    </>
  )
}

function switchTo(query: string): void {
  window.history.pushState(null, '', `/${query}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

test('a switch of the market keeps the wallet, the one kit and its open modal, and the choice of all markets', async () => {
  const onMount = vi.fn()
  const createGameKit = vi.fn(() => ({}) as WalletKit)
  const WalletModal = () => {
    useEffect(onMount, [])
    return <p>the modal</p>
  }
  const code = { WalletModal, createGameKit, openConnect: vi.fn(), openAccount: vi.fn() }
  vi.mocked(loadWalletModal).mockResolvedValue(code)
  const appConfig = testAppConfig({ markets: { BNB: TEST_MARKET, BTC: TEST_MARKET } })
  const { config, connector } = await mockWalletConfig(appConfig)
  const provider = (await connector.getProvider()) as {
    request: (call: object) => Promise<unknown>
  }
  const requests = vi.spyOn(provider, 'request')
  const client = createQueryClient()
  render(
    <AppConfigContext value={appConfig}>
      <ToastContext value={createToastStore()}>
        <WagmiProvider config={config} reconnectOnMount={false}>
          <QueryClientProvider client={client}>
            <MarketScope clients={createMarketClients(appConfig, client)}>
              <Page />
            </MarketScope>
          </QueryClientProvider>
        </WagmiProvider>
      </ToastContext>
    </AppConfigContext>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(await screen.findByText('the modal')).toBeDefined()
  for (const [query, symbol] of [
    ['?market=BTC', 'BTC'],
    ['', 'BNB'],
  ] as const) {
    act(() => switchTo(query))
    expect(await screen.findByText(`${symbol} connected ${MOCK_ACCOUNT} all`)).toBeDefined()
    expect(screen.getByText('the modal')).toBeDefined()
  }
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
  expect(code.openConnect).toHaveBeenCalledTimes(2)
  expect(createGameKit).toHaveBeenCalledTimes(1)
  expect(onMount).toHaveBeenCalledTimes(1)
  expect(requests).not.toHaveBeenCalled()
})
