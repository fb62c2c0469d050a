import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('WalletReceive', () => {
  test('shows the full address and its QR code, and the networks of the app', async () => {
    const { dialog } = await openAccountView('WalletReceive')
    expect(await screen.findByRole('img', { name: 'QR code of your address' })).toBeDefined()
    expect(dialog.textContent).toContain(TEST_ADDRESS)
    expect(dialog.textContent).toContain('Only receive assets on these networks')
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(writeText).toHaveBeenCalledWith(TEST_ADDRESS)
    expect(await screen.findByText('Address copied')).toBeDefined()
  })
  test('lists only the networks that the wallet has approved', async () => {
    const { kit } = await openAccountView('Account')
    await screen.findByRole('button', { name: 'Receive' })
    act(() => kit.router.push('WalletCompatibleNetworks'))
    expect(await screen.findByText('BNB Testnet')).toBeDefined()
    accountDepsOf(kit).chain.getApprovedNetworks = () => Promise.resolve([56])
    act(() => kit.router.reset('WalletReceive'))
    expect(await screen.findByText('Only receive assets on this network')).toBeDefined()
    expect(screen.getByText('BNB Smart Chain')).toBeDefined()
  })
  test('error: shows that the address could not be copied', async () => {
    await openAccountView('WalletReceive')
    await screen.findByRole('button', { name: 'Copy address' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await userEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(await screen.findByText('Failed to copy')).toBeDefined()
  })
})
