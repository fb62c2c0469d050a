import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { listedWallet, startTestCatalogue } from '#testing/test-catalogue.ts'
import type { TestService } from '#testing/test-service.ts'
import { testWallet } from '#testing/test-wallet.ts'
import { testWalletConnect } from '#testing/test-wallet-connect.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

const WALLETS = [
  listedWallet('Acorn', { badge_type: 'certified' }),
  listedWallet('Birch'),
  listedWallet('Fox', { rdns: 'io.fox' }),
]

/** A search is debounced. */
const SLOW = { timeout: 30_000 }

async function open(isDown?: () => boolean) {
  service = await startTestCatalogue(WALLETS, isDown)
  const kit = createTestKit([testWallet({ id: 'io.fox', name: 'Fox' })], {
    catalogueUrl: service.url,
  })
  renderKit(kit)
  kit.modal.open('AllWallets')
  return { kit, dialog: await screen.findByRole('dialog', { name: 'All Wallets' }) }
}

describe('AllWallets', () => {
  test('lists the catalogue, installed wallets first', async () => {
    const { kit, dialog } = await open()
    await within(dialog).findByRole('button', { name: 'Birch' })
    const tiles = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(tiles).toHaveLength(3)
    expect(tiles[0]).toMatch(/Fox.*installed/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Birch' }))
    expect(kit.router.current()).toMatchObject({
      view: 'ConnectingWalletConnect',
      data: { wallet: { name: 'Birch' } },
    })
  })
  test('searches when the visitor stops typing, and reports no results', async () => {
    const { dialog } = await open()
    await within(dialog).findByRole('button', { name: 'Birch' })
    const search = within(dialog).getByRole('searchbox', { name: 'Search wallet' })
    await userEvent.type(search, 'Bir')
    const searches = () => service?.requests.flatMap((url) => url.searchParams.get('search') ?? [])
    await waitFor(() => expect(searches()).toEqual(['Bir']), SLOW)
    expect(await within(dialog).findByRole('button', { name: 'Birch' }, SLOW)).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Acorn' })).toBeNull()
    await userEvent.type(search, 'x')
    expect(await within(dialog).findByText('No wallet found', {}, SLOW)).toBeDefined()
  })
  test('filters certified wallets immediately and shows a toast', async () => {
    const { dialog } = await open()
    await within(dialog).findByRole('button', { name: 'Birch' })
    const certified = within(dialog).getByRole('button', { name: 'Certified wallets only' })
    await userEvent.click(certified)
    expect(certified.getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByText('Only WalletConnect certified')).toBeDefined()
    await waitFor(() =>
      expect(service?.requests.at(-1)?.searchParams.get('badge_type')).toBe('certified'),
    )
  })
  test('error: shows that the list failed to load, and retries on click', async () => {
    let isDown = true
    const { dialog } = await open(() => isDown)
    const retry = await within(dialog).findByRole('button', { name: 'Try again' }, SLOW)
    expect(within(dialog).getByText('The wallet list failed to load.')).toBeDefined()
    isDown = false
    await userEvent.click(retry)
    expect(await within(dialog).findByRole('button', { name: 'Birch' })).toBeDefined()
  })
  test('shows a message when the app has no catalogue', async () => {
    const kit = createTestKit([])
    renderKit(kit)
    kit.modal.open('AllWallets')
    expect(await screen.findByText('This app has no wallet list.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show QR code' })).toBeNull()
  })
  test('leads on from a phone to an app that has WalletConnect only, and no catalogue', async () => {
    const kit = createTestKit([testWalletConnect()])
    renderKit(kit)
    act(() => {
      kit.modal.open()
      // First view of a phone.
      kit.router.reset('AllWallets')
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show QR code' }))
    expect(await screen.findByRole('button', { name: 'Copy link' })).toBeDefined()
  })
})
