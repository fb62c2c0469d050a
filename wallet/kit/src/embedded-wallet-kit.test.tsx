import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { EmbeddedWalletKit } from './embedded-wallet-kit.tsx'
import { createTestKit, renderKit } from './testing/render-kit.tsx'
import { testWallet } from './testing/test-wallet.ts'

afterEach(cleanup)

test('is part of the page, cannot be closed and follows the connection', async () => {
  const kit = createTestKit([testWallet({ id: 'io.fox', name: 'Fox' })], { enableEmbedded: true })
  renderKit(kit, <EmbeddedWalletKit />)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: /Fox/ }))
  expect(await screen.findByRole('region', { name: 'Account' })).toBeDefined()
  await kit.connections.disconnect()
  expect(await screen.findByRole('region', { name: 'Connect Wallet' })).toBeDefined()
})
