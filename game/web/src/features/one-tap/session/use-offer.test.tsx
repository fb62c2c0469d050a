import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { MOCK_ACCOUNT, mockOwner, mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { useIsOffered } from './use-offer.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const GRANTING = { '0x7a69': { permissions: { supported: true } } }

/** A connected wallet with these capabilities. */
async function walletWith(capabilities: object) {
  const wallet = await mockWalletConfig(testAppConfig())
  const replies: Readonly<Record<string, unknown>> = {
    eth_accounts: [MOCK_ACCOUNT],
    eth_chainId: '0x7a69',
    wallet_getCapabilities: capabilities,
  }
  const request = async ({ method }: { method: string }) => replies[method]
  Object.assign(wallet.connector, { getProvider: async () => ({ request }) })
  return wallet
}

/** Renders the hook for the account of the wallet, with the retries of the app. */
function renderOffer({ config, connector }: Awaited<ReturnType<typeof walletWith>>) {
  const owner = mockOwner(connector)
  const client = new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, retryDelay } },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppConfigContext value={testAppConfig()}>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </WagmiProvider>
    </AppConfigContext>
  )
  return { ...renderHook(() => useIsOffered(owner), { wrapper }), client }
}

describe('useIsOffered', () => {
  test('offers one-tap bets after the wallet service was busy once', async () => {
    const wallet = await walletWith(GRANTING)
    const busy = new Response(null, { status: 503 })
    const ready = Response.json({ pcis: [], takesCalls: true })
    vi.stubGlobal('fetch', vi.fn().mockResolvedValueOnce(busy).mockResolvedValueOnce(ready))
    const { result } = renderOffer(wallet)
    await waitFor(() => expect(fetch).toHaveBeenCalled())
    await waitFor(() => expect(result.current).toBe(true))
  })
  test('offers none to a wallet that lists no capabilities for the chain', async () => {
    const { result, client } = renderOffer(await walletWith({}))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.error),
    ).toEqual([null])
    expect(result.current).toBe(false)
  })
})
