import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { useDisconnectWithUndo } from './use-disconnect-with-undo.ts'

afterEach(cleanup)

function Page() {
  return (
    <button type="button" onClick={useDisconnectWithUndo()}>
      Disconnect
    </button>
  )
}

async function openPage() {
  const appConfig = testAppConfig()
  const { config } = await mockWalletConfig(appConfig)
  render(
    <AppConfigContext value={appConfig}>
      <ToastContext value={createToastStore()}>
        <WagmiProvider config={config} reconnectOnMount={false}>
          <QueryClientProvider client={new QueryClient()}>
            <Page />
            <ToastRegion />
          </QueryClientProvider>
        </WagmiProvider>
      </ToastContext>
    </AppConfigContext>,
  )
  return { config }
}

test('says that the wallet is disconnected', async () => {
  await openPage()
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText('Disconnected')).toBeDefined()
})

test('error: says that the wallet could not be disconnected', async () => {
  const { config } = await openPage()
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('The test has no connector')
  vi.spyOn(connector, 'disconnect').mockRejectedValue(new Error('locked'))
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText('Failed to disconnect')).toBeDefined()
})
