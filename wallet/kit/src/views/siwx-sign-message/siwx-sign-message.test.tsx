import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Siwx } from '#core/sign-in/siwx.ts'
import { openAccountView } from '#testing/open-account-view.tsx'

afterEach(cleanup)

/** A `Siwx` without sessions whose messages cannot be created. */
function siwx(isRequired: boolean): Siwx {
  return {
    isRequired,
    createMessage: vi.fn<Siwx['createMessage']>(() =>
      Promise.reject(new Error('Nonce not available')),
    ),
    addSession: () => Promise.resolve(),
    getSessions: () => Promise.resolve([]),
    revokeSession: () => Promise.resolve(),
  }
}

describe('SIWXSignMessage', () => {
  test('warns that cancelling disconnects if sign-in is required', async () => {
    const { kit } = await openAccountView('SIWXSignMessage', { siwx: siwx(true) })
    expect(await screen.findByText('Dapp needs to connect to your wallet')).toBeDefined()
    expect(screen.getByText(/Cancelling will disconnect you/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(kit.connections.getState().connection.status).toBe('disconnected'))
  })
  test('stays connected after cancelling an optional sign-in', async () => {
    const { kit } = await openAccountView('SIWXSignMessage', { siwx: siwx(false) })
    await screen.findByRole('button', { name: 'Sign' })
    expect(screen.queryByText(/disconnect you/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(kit.connections.getState().connection.status).toBe('connected')
    expect(kit.modal.getState().isOpen).toBe(false)
  })
  test('error: shows the reason of a failure', async () => {
    await openAccountView('SIWXSignMessage', { siwx: siwx(true) })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign' }))
    expect(await screen.findByText('Sign message failed: Nonce not available')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(false)
  })
})
