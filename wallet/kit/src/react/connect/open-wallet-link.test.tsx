import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createConnector } from 'wagmi'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { testWallet } from '#testing/test-wallet.ts'
import { OpenWalletLink } from './open-wallet-link.tsx'

afterEach(cleanup)

type Given = { type?: string; isMobile?: boolean; stored?: string }

/** Renders the link on a page that connected through `stored`, the app that WalletConnect remembers. */
async function open(given: Given = {}) {
  const { type = 'walletConnect', isMobile = true } = given
  const { stored = '{"href":"fox://","name":"Fox"}' } = given
  const wallet = createConnector((config) => ({
    ...testWallet({ id: 'walletConnect', name: 'WalletConnect' })(config),
    type,
  }))
  const storage = { getItem: () => stored, setItem: () => undefined, removeItem: () => undefined }
  const kit = createTestKit([wallet], { storage })
  const { device } = kit
  kit.device = () => ({ ...device(), isMobile })
  renderKit(kit, <OpenWalletLink />)
  await act(() => kit.connections.connect(kit.connections.getState().connectors[0]?.uid ?? ''))
  return screen.queryByRole('link')
}

describe('OpenWalletLink', () => {
  test('links to the app that connected, on a phone', async () => {
    const link = await open()
    expect(link?.textContent).toBe('Open Fox')
    expect(link?.getAttribute('href')).toBe('fox://')
  })
  test.each<[string, Given]>([
    ['a desktop', { isMobile: false }],
    ['an installed wallet', { type: 'injected' }],
    ['a wallet on another device', { stored: '' }],
    ['damaged storage', { stored: '{"href":1}' }],
    ['a link that runs code', { stored: '{"href":"javascript:alert(1)","name":"Fox"}' }],
  ])('is hidden for %s', async (_, given) => expect(await open(given)).toBeNull())
})
