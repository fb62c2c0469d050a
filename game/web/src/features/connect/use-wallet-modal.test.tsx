import type { WalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { AppConfigContext } from '#api/market/app-config.ts'
import { mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { loadWalletModal } from './load-wallet-modal.ts'
import { useWalletModal, WalletModalHost } from './use-wallet-modal.tsx'

vi.mock('./load-wallet-modal.ts', () => ({ loadWalletModal: vi.fn() }))

type SignInMode = ReturnType<typeof testAppConfig>['signIn']

const openAccount = vi.fn()
const openConnect = vi.fn()
const modalCode = {
  WalletModal: () => <p>the modal</p>,
  createGameKit: () => ({}) as WalletKit,
  openAccount,
  openConnect,
}

function Page() {
  const { openAccount, openModal } = useWalletModal()
  return (
    <>
      <button type="button" onClick={openModal}>
        Connect
      </button>
      <button type="button" onClick={openAccount}>
        Account
      </button>
      <WalletModalHost />
    </>
  )
}

/** Renders a page with a connected wallet, or without one. */
async function openPage(signIn: SignInMode, isConnected = true) {
  const appConfig = testAppConfig({ signIn })
  const { config } = await mockWalletConfig(appConfig, isConnected)
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
  return { status: () => getConnection(config).status }
}

beforeEach(() => {
  vi.mocked(loadWalletModal).mockReset()
  vi.mocked(loadWalletModal).mockResolvedValue(modalCode)
  openAccount.mockReset()
  openConnect.mockReset()
})
afterEach(cleanup)

test('mounts the modal for a connected visitor where visitors sign in', async () => {
  await openPage('optional')
  expect(await screen.findByText('the modal')).toBeDefined()
})

test('mounts the modal for a visitor who returns from a social login', async () => {
  window.history.replaceState(null, '', '/?result_uri=https%3A%2F%2Fwallet.example%2Fcallback')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  await openPage('off', false)
  expect(await screen.findByText('the modal')).toBeDefined()
  expect(openConnect).not.toHaveBeenCalled()
})

test('loads nothing for a visitor without a wallet', async () => {
  await openPage('off', false)
  expect(loadWalletModal).not.toHaveBeenCalled()
})

test('loads the code for a visitor without a wallet once the page has come to rest', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await openPage('off', false)
  vi.advanceTimersByTime(2_900)
  expect(loadWalletModal).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  expect(loadWalletModal).toHaveBeenCalledTimes(1)
})

test('loads nothing for a connected visitor without sign-in', async () => {
  await openPage('off')
  expect(loadWalletModal).not.toHaveBeenCalled()
})

test('error: disconnects a visitor who must sign in when the modal fails to load', async () => {
  vi.mocked(loadWalletModal).mockRejectedValue(new Error('offline'))
  const { status } = await openPage('required')
  expect(await screen.findByText(/The wallets could not be loaded/)).toBeDefined()
  await waitFor(() => expect(status()).toBe('disconnected'))
})

test('error: keeps a visitor connected when sign-in is optional', async () => {
  vi.mocked(loadWalletModal).mockRejectedValue(new Error('offline'))
  const { status } = await openPage('optional')
  await waitFor(() => expect(loadWalletModal).toHaveBeenCalled())
  expect(status()).toBe('connected')
})

test('mounts and opens the modal on a click', async () => {
  await openPage('off', false)
  expect(screen.queryByText('the modal')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText('the modal')).toBeDefined()
  await waitFor(() => expect(openConnect).toHaveBeenCalledTimes(1))
})

test('opens the account of a connected visitor', async () => {
  await openPage('off')
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  await waitFor(() => expect(openAccount).toHaveBeenCalledTimes(1))
  expect(openConnect).not.toHaveBeenCalled()
})

test('error: reports that the modal failed to load, and opens it with the next click', async () => {
  vi.mocked(loadWalletModal).mockRejectedValue(new Error('offline'))
  await openPage('off', false)
  const button = screen.getByRole('button', { name: 'Connect' })
  await userEvent.click(button)
  expect(await screen.findByText(/The wallets could not be loaded/)).toBeDefined()
  expect(openConnect).not.toHaveBeenCalled()
  vi.mocked(loadWalletModal).mockResolvedValue(modalCode)
  await userEvent.click(button)
  await waitFor(() => expect(openConnect).toHaveBeenCalledTimes(1))
})
