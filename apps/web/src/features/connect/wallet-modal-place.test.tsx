import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConfig, http, mock, WagmiProvider } from 'wagmi'
import { connect, getConnection } from 'wagmi/actions'
import { AppConfigContext } from '#api/app-config.ts'
import { chainDefinition } from '#chain/chain-definition.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { loadWalletModal } from './load-wallet-modal.ts'
import { WalletModalPlace } from './wallet-modal-place.tsx'

vi.mock('./load-wallet-modal.ts', () => ({ loadWalletModal: vi.fn() }))

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

type SignInMode = ReturnType<typeof testAppConfig>['signIn']

/** A page with a wallet that is connected already. */
async function openPage(signIn: SignInMode) {
  const appConfig = testAppConfig({ signIn })
  const chain = chainDefinition(appConfig.chain, 'http://127.0.0.1:1')
  const config = createConfig({
    chains: [chain],
    connectors: [mock({ accounts: [ALICE] })],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [chain.id]: http() },
  })
  const [connector] = config.connectors
  if (connector) await connect(config, { connector })
  render(
    <AppConfigContext value={appConfig}>
      <ToastContext value={createToastStore()}>
        <WagmiProvider config={config} reconnectOnMount={false}>
          <QueryClientProvider client={new QueryClient()}>
            <WalletModalPlace isAsked={false} onClose={() => undefined} />
            <ToastRegion />
          </QueryClientProvider>
        </WagmiProvider>
      </ToastContext>
    </AppConfigContext>,
  )
  return { status: () => getConnection(config).status }
}

beforeEach(() => {
  vi.mocked(loadWalletModal).mockReset()
  vi.mocked(loadWalletModal).mockResolvedValue(() => <p>the modal</p>)
})
afterEach(cleanup)

test('brings the modal for whoever is connected where visitors sign in', async () => {
  await openPage('optional')
  expect(await screen.findByText('the modal')).toBeDefined()
})

test('brings nothing where nobody signs in', async () => {
  await openPage('off')
  expect(loadWalletModal).not.toHaveBeenCalled()
})

test('error: nobody stays who must sign in and cannot', async () => {
  vi.mocked(loadWalletModal).mockRejectedValue(new Error('offline'))
  const { status } = await openPage('required')
  expect(await screen.findByText(/The wallets could not be loaded/)).toBeDefined()
  await waitFor(() => expect(status()).toBe('disconnected'))
})

test('error: who need not sign in stays', async () => {
  vi.mocked(loadWalletModal).mockRejectedValue(new Error('offline'))
  const { status } = await openPage('optional')
  await waitFor(() => expect(loadWalletModal).toHaveBeenCalled())
  expect(status()).toBe('connected')
})
