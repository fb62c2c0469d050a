import { ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { disconnect } from 'wagmi/actions'
import type { WalletKitEvent } from '#core/events.ts'
import { useWalletKit, useWalletKitAccount } from './react.tsx'
import { createTestKit, renderKit } from './testing/render-kit.tsx'
import { TEST_ADDRESS, testWallet } from './testing/test-wallet.ts'

afterEach(cleanup)

const FOX = testWallet({ id: 'io.fox', name: 'Fox' })
const declined = (): Promise<void> =>
  Promise.reject(Object.assign(new Error('User rejected'), { code: 4001 }))

async function openConnect(kit = createTestKit([FOX])) {
  renderKit(kit)
  await userEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  return { kit, dialog: await screen.findByRole('dialog', { name: 'Connect Wallet' }) }
}

describe('the modal', () => {
  test('is a dialog labelled by its title and takes the focus', async () => {
    const { dialog } = await openConnect()
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(dialog.getAttribute('aria-modal')).toBe('true')
  })

  test('closes with its button and restores the focus', async () => {
    await openConnect()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect Wallet' }))
  })

  test('closes on Escape', async () => {
    await openConnect()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shakes instead of closing while a close guard is active', async () => {
    const { kit, dialog } = await openConnect()
    const release = kit.modal.addCloseGuard((view) => view === 'Connect')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('dialog')).toBe(dialog)
    expect(kit.modal.getState().isShaking).toBe(true)
    release()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('can be opened again after it was closed', async () => {
    await openConnect()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })
})

test('shows the texts that the app gives to a connector', async () => {
  const connectorTexts = { 'io.fox': { name: 'Fuchs', hint: 'Nothing to install' } }
  const { dialog } = await openConnect(createTestKit([FOX], { connectorTexts }))
  const row = await within(dialog).findByRole('button', { name: /^Fuchs/ })
  expect(row.textContent).toContain('Nothing to install')
})

describe('connecting an installed wallet', () => {
  test('closes the modal and shows the account', async () => {
    const onEvent = vi.fn()
    await openConnect(createTestKit([FOX], { onEvent }))
    await userEvent.click(await screen.findByRole('button', { name: /Fox/ }))
    await screen.findByRole('button', { name: '0xf39F…2266' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(onEvent.mock.calls.map(([{ event }]) => event)).toEqual([
      'INITIALIZE',
      'MODAL_OPEN',
      'SELECT_WALLET',
      'MODAL_CLOSE',
      'CONNECT_SUCCESS',
    ])
    expect(JSON.stringify(onEvent.mock.calls)).not.toContain(TEST_ADDRESS.slice(2))
  })

  test('shows that the wallet declined, and retries', async () => {
    const respond = vi.fn(declined)
    await openConnect(createTestKit([testWallet({ id: 'io.no', name: 'Nope', respond })]))
    await userEvent.click(await screen.findByRole('button', { name: /Nope/ }))
    expect(await screen.findByText('You declined the request.')).toBeDefined()
    respond.mockImplementation(() => Promise.resolve())
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: '0xf39F…2266' })
    expect(respond).toHaveBeenCalledTimes(2)
  })

  test('distinguishes other failures from a rejection', async () => {
    const respond = () => Promise.reject(new Error('The wallet is locked'))
    await openConnect(createTestKit([testWallet({ id: 'io.no', name: 'Nope', respond })]))
    await userEvent.click(await screen.findByRole('button', { name: /Nope/ }))
    expect(await screen.findByText('The wallet is locked')).toBeDefined()
    expect(screen.queryByText('You declined the request.')).toBeNull()
  })

  test.each([
    [{ code: -32_002 }, 'Open Nope', 'A request is open there. Answer it, then try again.'],
    [
      { name: 'NoAccountError' },
      'Nope shared no account',
      'Unlock the wallet, allow an account, then try again.',
    ],
  ])('says what to do in the wallet after %j', async (error, title, detail) => {
    const respond = () => Promise.reject(Object.assign(new Error('No.'), error))
    await openConnect(createTestKit([testWallet({ id: 'io.no', name: 'Nope', respond })]))
    await userEvent.click(await screen.findByRole('button', { name: /Nope/ }))
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText(detail)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  test('goes back to the list while the request is pending', async () => {
    const respond = () => new Promise<void>(() => undefined)
    const slow = testWallet({ id: 'io.slow', name: 'Slow', respond })
    await openConnect(createTestKit([slow]))
    await userEvent.click(await screen.findByRole('button', { name: /Slow/ }))
    expect(await screen.findByText('Continue in Slow')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('button', { name: /Slow.*installed/ })).toBeDefined()
    await userEvent.keyboard('{Escape}')
    // The request is still pending in the wallet, but the page no longer waits for it.
    expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeDefined()
  })

  test('closes when the wallet disconnects', async () => {
    const { kit } = await openConnect()
    await userEvent.click(await screen.findByRole('button', { name: /Fox/ }))
    await userEvent.click(await screen.findByRole('button', { name: '0xf39F…2266' }))
    expect(await screen.findByRole('dialog', { name: 'Account' })).toBeDefined()
    await kit.connections.disconnect()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('reports a disconnect by a button of the page', async () => {
    const emitted: WalletKitEvent[] = []
    const onEvent = (event: WalletKitEvent) => emitted.push(event)
    const { kit } = await openConnect(createTestKit([FOX], { onEvent }))
    await userEvent.click(await screen.findByRole('button', { name: /Fox/ }))
    await screen.findByRole('button', { name: '0xf39F…2266' })
    await disconnect(kit.config)
    expect(emitted.filter(({ event }) => event === 'DISCONNECT_SUCCESS')).toEqual([
      { event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } },
    ])
  })
})

describe('the Connect view', () => {
  test('helps visitors without a wallet', async () => {
    await openConnect(createTestKit([]))
    expect(await screen.findByText('No wallet found in this browser')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Get a wallet' }))
    expect(await screen.findByRole('dialog', { name: 'Get a wallet' })).toBeDefined()
  })

  test('requires consent first if the app asks for it', async () => {
    const features = { legalCheckbox: true }
    await openConnect(createTestKit([FOX], { features, termsConditionsUrl: 'https://t' }))
    const wallet = await screen.findByRole('button', { name: /Fox/, hidden: true })
    expect(wallet.closest('[inert]')).not.toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: 'I agree to our terms of service' }))
    expect(wallet.closest('[inert]')).toBeNull()
  })

  test.each<(kit: ReturnType<typeof createTestKit>) => void>([
    ({ modal }) => modal.open('AllWallets'),
    ({ modal }) => modal.open('ConnectSocials'),
    ({ modal }) => modal.openWallet('io.fox'),
  ])('requires consent also where the app opens another view: %#', async (open) => {
    const features = { legalCheckbox: true }
    const kit = createTestKit([FOX], { features, termsConditionsUrl: 'https://t' })
    renderKit(kit)
    act(() => open(kit))
    await userEvent.click(await screen.findByRole('checkbox', { name: /^I agree/ }))
    act(() => open(kit))
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  })

  test('links the legal documents below the list', async () => {
    const urls = { termsConditionsUrl: 'https://t', privacyPolicyUrl: 'https://p' }
    await openConnect(createTestKit([FOX], urls))
    expect(await screen.findByRole('link', { name: 'terms of service' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'privacy policy' })).toBeDefined()
  })

  test('explains what a wallet is', async () => {
    await openConnect()
    await userEvent.click(screen.getByRole('button', { name: 'What is a wallet?' }))
    expect(await screen.findByText('It holds your keys')).toBeDefined()
  })

  test('uses the app’s messages', async () => {
    const messages = { connect: { installed: 'ready' }, titles: { Connect: 'Come in' } }
    renderKit(createTestKit([FOX], { messages }))
    await userEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
    expect(await screen.findByRole('dialog', { name: 'Come in' })).toBeDefined()
    expect(await screen.findByRole('button', { name: /Fox.*ready/ })).toBeDefined()
  })
})

describe('useWalletKit', () => {
  function Opener({ wallet }: { wallet: string }) {
    const { open } = useWalletKit()
    const { isConnected } = useWalletKitAccount()
    return (
      <button type="button" onClick={() => open({ wallet })}>
        {isConnected ? 'In' : 'Out'}
      </button>
    )
  }

  test('opens a given wallet', async () => {
    renderKit(
      createTestKit([FOX, testWallet({ id: 'io.owl', name: 'Owl' })]),
      <Opener wallet="io.owl" />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Out' }))
    expect(await screen.findByRole('button', { name: 'In' })).toBeDefined()
  })

  test('reports an unknown wallet', async () => {
    renderKit(createTestKit([FOX]), <Opener wallet="io.none" />)
    await userEvent.click(screen.getByRole('button', { name: 'Out' }))
    expect(await screen.findByText('This wallet could not be loaded.')).toBeDefined()
  })
})

test('shows an alert when the project id is missing', async () => {
  await openConnect(createTestKit([FOX], { projectId: '' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Project ID Not Configured')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('retries a request that failed while the page was hidden, once it is shown again', async () => {
  onTestFinished(() => focusManager.setFocused(undefined))
  const kit = createTestKit([FOX])
  renderKit(kit)
  focusManager.setFocused(false)
  const request = vi.fn(() => Promise.resolve('response'))
  request.mockRejectedValueOnce(new ApiUnreachableError('/siwx/nonce'))
  const response = kit.queryClient.fetchQuery({ queryKey: ['test'], queryFn: request })
  await waitFor(() => {
    expect(kit.queryClient.getQueryState(['test'])?.fetchStatus).toBe('paused')
  })
  focusManager.setFocused(true)
  expect(await response).toBe('response')
  expect(request).toHaveBeenCalledTimes(2)
})
