import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { testWallet } from '#testing/test-wallet.ts'

afterEach(cleanup)

/** Connects a wallet on an unsupported network. */
async function connect(chainId = 1_001) {
  const kit = createTestKit([testWallet({ id: 'io.far', name: 'Far', chainId })])
  renderKit(kit)
  const uid = kit.connections.getState().connectors[0]?.uid ?? ''
  await act(() => kit.connections.connect(uid))
  await screen.findByRole('dialog', { name: 'Switch Network' })
  return kit
}

describe('UnsupportedChain', () => {
  test('explains the problem and cannot be closed', async () => {
    const kit = await connect()
    expect(await screen.findByText(/doesn’t support your current network/)).toBeDefined()
    await userEvent.keyboard('{Escape}')
    expect(kit.modal.getState()).toEqual({ isOpen: true, isShaking: true })
  })
  test('names the network that the wallet is on', async () => {
    await connect(42_161)
    expect(
      await screen.findByText(/^Your wallet is on Arbitrum One\. This app doesn’t/),
    ).toBeDefined()
  })
  test('asks the wallet to switch, and shows when it declines', async () => {
    await connect()
    await userEvent.click(await screen.findByRole('button', { name: 'BNB Smart Chain' }))
    expect(await screen.findByText('Switch declined')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('button', { name: 'BNB Smart Chain' })).toBeDefined()
  })
  test('lets the visitor disconnect', async () => {
    const kit = await connect()
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(kit.connections.getState().connection.status).toBe('disconnected')
  })
})
