import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Siwx } from '#core/sign-in/siwx.ts'
import { openAccountView } from '#testing/open-account-view.tsx'

afterEach(cleanup)

/** Sign-in of an app that keeps the sessions itself; nobody has one. */
function siwx(isRequired: boolean): Siwx {
  return {
    isRequired,
    createMessage: vi.fn<Siwx['createMessage']>(() =>
      Promise.reject(new Error('No number to be had')),
    ),
    addSession: () => Promise.resolve(),
    getSessions: () => Promise.resolve([]),
    revokeSession: () => Promise.resolve(),
  }
}

describe('SIWXSignMessage', () => {
  test('says that cancelling disconnects, when it does', async () => {
    const { kit } = await openAccountView('SIWXSignMessage', { siwx: siwx(true) })
    expect(await screen.findByText('Dapp needs to connect to your wallet')).toBeDefined()
    expect(screen.getByText(/Canceling will disconnect you/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(kit.connections.getState().connection.status).toBe('disconnected'))
  })
  test('does not say so when it does not, and stays connected', async () => {
    const { kit } = await openAccountView('SIWXSignMessage', { siwx: siwx(false) })
    await screen.findByRole('button', { name: 'Sign' })
    expect(screen.queryByText(/disconnect you/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(kit.connections.getState().connection.status).toBe('connected')
    expect(kit.modal.getState().isOpen).toBe(false)
  })
  test('error: says what went wrong, when it was not the visitor', async () => {
    await openAccountView('SIWXSignMessage', { siwx: siwx(true) })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign' }))
    expect(await screen.findByText('No number to be had')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(false)
  })
})
