import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openAccountView } from '#testing/open-account-view.tsx'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('WalletReceive', () => {
  test('shows the full address and its QR code, for one network', async () => {
    const { dialog } = await openAccountView('WalletReceive')
    expect(await screen.findByRole('img', { name: 'QR code of your address' })).toBeDefined()
    expect(dialog.textContent).toContain(TEST_ADDRESS)
    expect(dialog.textContent).toContain('Only receive assets on this network')
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(writeText).toHaveBeenCalledWith(TEST_ADDRESS)
    expect(await screen.findByText('Address copied')).toBeDefined()
  })
  test('error: shows that the address could not be copied', async () => {
    await openAccountView('WalletReceive')
    await screen.findByRole('button', { name: 'Copy address' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await userEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(await screen.findByText('Failed to copy')).toBeDefined()
  })
})
