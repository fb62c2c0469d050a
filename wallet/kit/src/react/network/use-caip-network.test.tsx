import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { testWallet } from '#testing/test-wallet.ts'
import { useWalletKitCaipNetwork } from './use-caip-network.ts'

afterEach(cleanup)

function Page() {
  const { caipNetwork, caipNetworks } = useWalletKitCaipNetwork()
  return `${caipNetwork?.caipNetworkId} of ${caipNetworks.length}`
}

test('useWalletKitCaipNetwork returns the network of the wallet', async () => {
  const kit = createTestKit([testWallet({ id: 'io.fox', name: 'Fox' })])
  renderKit(kit, <Page />)
  expect(screen.getByText('undefined of 1')).toBeDefined()
  await act(() => kit.connections.connect(kit.connections.getState().connectors[0]?.uid ?? ''))
  expect(screen.getByText('eip155:56 of 1')).toBeDefined()
})
