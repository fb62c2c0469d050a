import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { testWallet } from '#testing/test-wallet.ts'
import { ConnectButton } from './connect-button.tsx'
import { NetworkButton } from './network-button.tsx'

afterEach(cleanup)

/** Renders both buttons with a wallet connected on `chainId`. */
async function renderConnected(chainId: number, options = {}) {
  const wallet = testWallet({ id: 'io.fox', name: 'Fox', chainId })
  const kit = createTestKit([wallet], options)
  renderKit(
    kit,
    <>
      <ConnectButton />
      <NetworkButton />
    </>,
  )
  const [connector] = kit.connections.getState().connectors
  await kit.connections.connect(connector?.uid ?? '')
  return kit
}

describe('NetworkButton', () => {
  test('shows the network and opens the list of networks', async () => {
    await renderConnected(56)
    await userEvent.click(await screen.findByRole('button', { name: 'BNB Smart Chain' }))
    expect(await screen.findByRole('dialog', { name: 'Choose Network' })).toBeDefined()
  })

  test.each([
    ['Select Network', undefined],
    ['Pick one', 'Pick one'],
  ])('reads "%s" while nothing is connected', (text, label) => {
    renderKit(createTestKit([]), <NetworkButton {...(label !== undefined && { label })} />)
    expect(screen.getByRole('button', { name: text })).toBeDefined()
  })

  test('reads "Unknown Network" on an allowed network that is not configured', async () => {
    await renderConnected(1, { allowUnsupportedChain: true })
    expect(await screen.findByRole('button', { name: 'Unknown Network' })).toBeDefined()
    expect(screen.getByRole('button', { name: '0xf39F…2266' })).toBeDefined()
  })
})

describe('ConnectButton', () => {
  test('offers to switch away from a network that is not configured', async () => {
    await renderConnected(1, { enableNetworkSwitch: false })
    const [warning] = await screen.findAllByRole('button', { name: 'Switch Network' })
    if (warning === undefined) throw new Error('No warning')
    await userEvent.click(warning)
    expect(await screen.findByRole('dialog', { name: 'Switch Network' })).toBeDefined()
  })
})
