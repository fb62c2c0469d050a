import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Device } from '#core/device.ts'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { listedWallet, startTestCatalogue } from '#testing/test-catalogue.ts'
import type { TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS, testWallet } from '#testing/test-wallet.ts'
import { TEST_PAIRING_URI, testWalletConnect } from '#testing/test-wallet-connect.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
  vi.restoreAllMocks()
  localStorage.clear()
})

const FOX = testWallet({ id: 'io.fox', name: 'Fox' })

async function open(
  wallet: CatalogueWallet | null,
  answer?: () => Promise<never>,
  device: Partial<Device> = {},
  options: Parameters<typeof createTestKit>[1] = {},
) {
  const testKit = createTestKit([FOX, testWalletConnect(answer)], options)
  const kit = { ...testKit, device: () => ({ ...testKit.device(), ...device }) }
  renderKit(kit)
  act(() => kit.modal.open('ConnectingWalletConnect', { wallet }))
  await screen.findByRole('dialog', { name: wallet?.name ?? 'WalletConnect' })
  return kit
}

describe('ConnectingWalletConnect with a relay of the app', () => {
  const PHONE = { isMobile: true }
  const openAtOwnRelay = (wallet: CatalogueWallet | null, device: Partial<Device> = {}) =>
    open(wallet, undefined, device, { hasOwnRelay: true })

  test('says which wallets can scan the code', async () => {
    await openAtOwnRelay(null)
    expect(await screen.findByText(/with a wallet that uses the relay of this site/)).toBeDefined()
  })
  test('opens the page in the browser of the app', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const links = { mobile_link: 'birch://', browser_link: 'https://birch.example/open?url={url}' }
    await openAtOwnRelay(listedWallet('Birch', links), PHONE)
    await userEvent.click(await screen.findByRole('button', { name: 'Open Birch' }))
    const page = encodeURIComponent(window.location.href)
    expect(opened.mock.calls[0]?.[0]).toBe(`https://birch.example/open?url=${page}`)
  })
  test.each([
    ['that has no browser', {}],
    ['with an unsafe link', { browser_link: 'javascript:alert(1)//{address}' }],
  ])('error: names an app %s, and shows no code', async (_, links) => {
    await openAtOwnRelay(listedWallet('Birch', { mobile_link: 'birch://', ...links }), PHONE)
    expect(await screen.findByText('Birch does not use the relay of this site.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Open Birch|Copy link/ })).toBeNull()
  })
})

describe('ConnectingWalletConnect', () => {
  test('shows a QR code with its expiry, and copies its link', async () => {
    await open(null)
    expect(await screen.findByRole('img', { name: 'QR code to connect your wallet' })).toBeDefined()
    expect(screen.getByRole('button', { name: /New code in 3:\d\d/ })).toBeDefined()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(writeText).toHaveBeenCalledWith(TEST_PAIRING_URI)
    expect(await screen.findByText('Link copied')).toBeDefined()
  })
  test('shows a tab for each platform of a wallet', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const links = {
      mobile_link: 'birch://',
      webapp_link: 'https://web.birch.example',
      desktop_link: 'birch-desktop://',
    }
    await open(listedWallet('Birch', links))
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Mobile', 'Webapp', 'Desktop'])
    await userEvent.click(screen.getByRole('tab', { name: 'Webapp' }))
    expect(await screen.findByText('Open and continue in a new browser tab')).toBeDefined()
    expect(opened).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Open Birch' }))
    expect(opened.mock.calls[0]?.[0]).toContain('https://web.birch.example')
    await userEvent.click(screen.getByRole('tab', { name: 'Desktop' }))
    expect(opened.mock.calls.at(-1)?.[0]).toMatch(/^birch-desktop:\/\/wc\?uri=wc%3A0011/)
  })
  test('error: opens no unsafe link of a wallet, reports it, and lets the visitor copy the pairing link', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const wallet = listedWallet('Birch', { desktop_link: 'javascript:alert(1)//' })
    const kit = await open(null)
    const emitted: unknown[] = []
    kit.events.subscribe((event) => emitted.push(event))
    act(() => kit.modal.open('ConnectingWalletConnect', { wallet }))
    expect(await screen.findByText(/^The link to Birch is not safe to open/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Open Birch' })).toBeNull()
    expect(opened).not.toHaveBeenCalled()
    const message = 'The link of the wallet is not safe to open.'
    const properties = { message, name: 'Birch' }
    expect(emitted).toContainEqual({ event: 'CONNECT_PROXY_ERROR', properties })
  })
  test('shows that an extension is not installed and where to get it', async () => {
    const links = { rdns: 'io.acorn', chrome_store: 'https://store.example/acorn' }
    const kit = await open(listedWallet('Acorn', links))
    expect(await screen.findByText('Not Detected')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Get' }))
    expect(kit.router.current()).toMatchObject({ view: 'Downloads' })
  })
  test('shows that the phone declined, and creates a new code on retry', async () => {
    const declined = () => Promise.reject(Object.assign(new Error('User rejected'), { code: 5000 }))
    const answer = vi.fn<() => Promise<never>>(declined)
    await open(null, answer)
    expect(await screen.findByText('You declined the request.')).toBeDefined()
    answer.mockImplementation(() => new Promise(() => undefined))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeDefined()
  })
  test.each([
    ['a new code', {}, 2],
    ['in Telegram the same code', { isTelegram: true }, 1],
    ['in Safari on iOS the same code', { isIos: true, isSafari: true }, 1],
  ])('shows %s after the modal was closed', async (_code, device, count) => {
    const answer = vi.fn(() => new Promise<never>(() => undefined))
    const kit = await open(null, answer, device)
    await screen.findByRole('img', { name: /QR code/ })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    act(() => kit.modal.open('ConnectingWalletConnect', { wallet: null }))
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeDefined()
    expect(answer).toHaveBeenCalledTimes(count)
  })
  test.each([
    ['an app that was opened', false, { href: 'birch://', name: 'Birch' }],
    ['no app after a code was scanned', true, null],
  ])('remembers for later requests %s', async (_app, isScanned, expected) => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { promise, resolve } = Promise.withResolvers<never>()
    const birch = listedWallet('Birch', { mobile_link: 'birch://' })
    const kit = await open(birch, () => promise, { isMobile: true, isTelegram: true })
    await screen.findByRole('button', { name: 'Open Birch' })
    if (isScanned) {
      act(() => kit.modal.open('ConnectingWalletConnect', { wallet: null }))
      await screen.findByRole('img', { name: /QR code/ })
    }
    // The wallet approves.
    resolve({ accounts: [TEST_ADDRESS], chainId: 56 } as never)
    const stored = () => JSON.parse(localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE') ?? 'null')
    await waitFor(() => expect(kit.connections.getState().connection.status).toBe('connected'))
    await waitFor(() => expect(stored()).toEqual(expected))
  })
  test('loads a wallet by its id', async () => {
    const wallet = listedWallet('Cedar', { mobile_link: 'cedar://' })
    service = await startTestCatalogue([wallet])
    const kit = createTestKit([FOX, testWalletConnect()], { catalogueUrl: service.url })
    renderKit(kit)
    act(() => kit.modal.open('ConnectingWalletConnect', { walletId: wallet.id }))
    expect(await screen.findByText("Don't have Cedar?")).toBeDefined()
  })
})

describe('ConnectingWalletConnectBasic', () => {
  test('opens first if the app has no other way to connect', async () => {
    service = await startTestCatalogue([listedWallet('Acorn')])
    const kit = createTestKit([testWalletConnect()], { catalogueUrl: service.url })
    renderKit(kit)
    await userEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
    expect(await screen.findByRole('dialog', { name: 'WalletConnect' })).toBeDefined()
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'All Wallets' }))
    expect(await screen.findByRole('button', { name: 'Acorn' })).toBeDefined()
  })
  test.each([true, false])(
    'lists all wallets only on phones if the app wants that: %s',
    async (isMobile) => {
      service = await startTestCatalogue([listedWallet('Acorn')])
      const options = { catalogueUrl: service.url, allWallets: 'ONLY_MOBILE' } as const
      const testKit = createTestKit([FOX, testWalletConnect()], options)
      renderKit({ ...testKit, device: () => ({ ...testKit.device(), isMobile }) })
      act(() => testKit.modal.open('ConnectingWalletConnectBasic'))
      expect(await screen.findByRole('img', { name: /QR code/ })).toBeDefined()
      expect(screen.queryAllByRole('button', { name: 'All Wallets' })).toHaveLength(
        isMobile ? 1 : 0,
      )
    },
  )
})
