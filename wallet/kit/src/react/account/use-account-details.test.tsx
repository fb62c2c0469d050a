import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { numberToHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { embeddedWalletOnDemand } from '#connectors/embedded/embedded-wallet-on-demand.ts'
import { createAccountKit, type NodeResponses } from '#testing/open-account-view.tsx'
import { renderKit } from '#testing/render-kit.tsx'
import { installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'
import { useWalletKitAccountDetails, type WalletKitAccountDetails } from './use-account-details.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
})

const USDT = {
  chainId: 56,
  address: '0x55d398326f99059fF775485246999027B3197955',
  name: 'Tether',
  symbol: 'USDT',
  decimals: 6,
} as const

const NODE: NodeResponses = {
  eth_getBalance: () => '0x14d1120d7b160000',
  eth_call: () => numberToHex(5_000_000, { size: 32 }),
}

/** Renders the hook, and returns what it last returned. */
function readDetails(kit: Parameters<typeof renderKit>[0]) {
  const seen: WalletKitAccountDetails[] = []
  function Probe() {
    seen.push(useWalletKitAccountDetails())
    return <p>page</p>
  }
  renderKit(kit, <Probe />)
  return () => seen.at(-1)
}

test('names nothing before an account is connected', async () => {
  const last = readDetails(createAccountKit({}, NODE))
  await screen.findByText('page')
  expect(last()).toMatchObject({
    status: 'disconnected',
    address: null,
    caipAddress: null,
    balance: null,
    user: null,
    tokenBalance: null,
    connectedWalletInfo: null,
    allAccounts: [],
  })
})

test('names account, balances and wallet of an installed wallet', async () => {
  const kit = createAccountKit({ tokens: [USDT] }, NODE)
  const last = readDetails(kit)
  await act(() => kit.connections.connect(kit.connections.getState().connectors[0]?.uid ?? ''))
  await waitFor(() => expect(last()?.balance).toBe('1.5'))
  expect(last()).toMatchObject({
    status: 'connected',
    address: TEST_ADDRESS,
    caipAddress: `eip155:56:${TEST_ADDRESS}`,
    balanceSymbol: 'BNB',
    addressExplorerUrl: `https://explorer.example/address/${TEST_ADDRESS}`,
    tokenBalance: [{ symbol: 'BNB' }, { symbol: 'USDT', quantity: { numeric: '5' } }],
    connectedWalletInfo: { name: 'Fox' },
    allAccounts: [{ address: TEST_ADDRESS, type: 'eoa' }],
    socialProvider: null,
    user: null,
    smartAccountDeployed: false,
  })
})

test('names the user and the smart account of the embedded wallet', async () => {
  const accounts = [{ address: TEST_ADDRESS, type: 'smartAccount' }]
  const email = 'ada@example.com'
  installTestFrame({
    GET_USER: () => ({
      address: TEST_ADDRESS,
      chainId: 56,
      email,
      accounts,
      smartAccountDeployed: true,
    }),
  })
  const wallet = embeddedWalletOnDemand({ frameUrl: TEST_FRAME_ORIGIN, projectId: 'test' })
  const kit = createAccountKit({}, NODE, wallet)
  const last = readDetails(kit)
  await act(() => kit.connections.connect(kit.connections.getState().connectors[0]?.uid ?? ''))
  await waitFor(() => expect(last()?.user).toEqual({ email, username: null }))
  expect(last()).toMatchObject({
    preferredAccountTypes: { eip155: 'smartAccount' },
    smartAccountDeployed: true,
    allAccounts: accounts,
  })
})
