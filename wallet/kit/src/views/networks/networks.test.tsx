import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'

afterEach(cleanup)

describe('Networks', () => {
  test('marks the current network and ignores clicks on it', async () => {
    const { kit } = await openAccountView('Networks')
    const current = await screen.findByRole('button', { name: /Smart Chain/ })
    expect(current.getAttribute('aria-current')).toBe('true')
    await userEvent.click(current)
    expect(kit.router.current().view).toBe('Networks')
  })
  test('searches by name', async () => {
    await openAccountView('Networks')
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search network' }), 'test')
    expect(screen.queryByRole('button', { name: /Smart Chain/ })).toBeNull()
    expect(screen.getByRole('button', { name: /Testnet/ })).toBeDefined()
  })
  test('suggests another wallet for a network that the wallet has not approved', async () => {
    const { kit } = await openAccountView('Account')
    accountDepsOf(kit).chain.getApprovedNetworks = () => Promise.resolve([56])
    kit.router.push('Networks')
    await screen.findByText('not approved')
    await userEvent.click(screen.getByRole('button', { name: /Testnet/ }))
    expect(await screen.findByText(/doesn't support connecting to BNB Testnet chain/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Switch' }))
    expect(await screen.findByRole('dialog', { name: 'Connect Wallet' })).toBeDefined()
    expect(kit.connections.getState().connection.status).toBe('disconnected')
  })
})
