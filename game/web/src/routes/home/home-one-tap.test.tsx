import { EMBEDDED_CONNECTOR_ID } from '@bullring/wallet-kit/embedded-connector'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { readSession } from '#chain/wallet/one-tap-sessions.ts'
import { MOCK_ACCOUNT, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { HomeOneTap } from './home-one-tap.tsx'

vi.mock('#chain/wallet/one-tap-sessions.ts', () => ({ readSession: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('asks for the offer of one-tap bets before the first bet dialog opens', async () => {
  vi.mocked(readSession).mockResolvedValue(null)
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json({ pcis: [], takesCalls: true })))
  const appConfig = { ...testAppConfig(), walletServicesUrl: 'https://wallet.example' }
  const { config, connector } = await mockWalletConfig(appConfig)
  const replies: Readonly<Record<string, unknown>> = {
    eth_accounts: [MOCK_ACCOUNT],
    eth_chainId: '0x7a69',
    wallet_getCapabilities: { '0x7a69': { permissions: { supported: true } } },
  }
  const request = async ({ method }: { method: string }) => replies[method]
  Object.assign(connector, { id: EMBEDDED_CONNECTOR_ID, getProvider: async () => ({ request }) })
  render(
    <AppConfigContext value={appConfig}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={new QueryClient()}>
          <HomeOneTap />
        </QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>,
  )
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  expect(`${vi.mocked(fetch).mock.calls[0]?.[0]}`).toContain(`/v1/sessions/${MOCK_ACCOUNT}`)
})
