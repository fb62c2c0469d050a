import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { describe, expect, test } from 'vitest'
import { deviceOf } from '#core/device.ts'
import { getLinkOf, platformsOf, usesRelay } from './platforms.ts'

const FULL: CatalogueWallet = {
  id: 'full',
  name: 'Full',
  mobile_link: 'full://',
  webapp_link: 'https://full.example',
  desktop_link: 'full-desk://',
  rdns: 'example.full',
}
type PlatformCase = [
  title: string,
  wallet: CatalogueWallet | null,
  device: { isMobile: boolean },
  isInstalled: boolean,
  expected: string[],
]

const PHONE = { isMobile: true }
const DESKTOP = { isMobile: false }

describe('platformsOf', () => {
  test.each([
    ['no wallet', null, DESKTOP, false, ['qrcode']],
    ['everything, on a desktop', FULL, DESKTOP, false, ['qrcode', 'web', 'desktop', 'unsupported']],
    ['everything, on a phone', FULL, PHONE, false, ['mobile', 'web', 'unsupported']],
    ['everything, installed', FULL, DESKTOP, true, ['browser', 'qrcode', 'web', 'desktop']],
    ['nothing but a name', { id: 'x', name: 'X' }, DESKTOP, false, ['qrcode']],
    [
      'a flag of window.ethereum',
      { id: 'x', name: 'X', injected: [{ injected_id: 'isX' }] },
      DESKTOP,
      true,
      ['browser'],
    ],
    ['null links', { id: 'x', name: 'X', mobile_link: null }, PHONE, false, ['qrcode']],
  ] as PlatformCase[])('%s', (_, wallet, device, isInstalled, expected) => {
    expect(platformsOf({ wallet, device, isInstalled, usesRelay: true })).toEqual(expected)
  })

  const EXTENSION = { ...FULL, chrome_store: 'https://store.example' }
  const IN_APP = { ...FULL, browser_link: 'https://full.example/open?url={url}' }
  test.each([
    ['no wallet', null, DESKTOP, false, 'qrcode'],
    ['an app, on a desktop', FULL, DESKTOP, false, 'otherRelay'],
    ['an app, on a phone', FULL, PHONE, false, 'otherRelay'],
    ['an app with a browser, on a phone', IN_APP, PHONE, false, 'inApp'],
    ['an app with a browser, on a desktop', IN_APP, DESKTOP, false, 'otherRelay'],
    ['an extension, on a desktop', EXTENSION, DESKTOP, false, 'unsupported'],
    ['an extension, on a phone', EXTENSION, PHONE, false, 'otherRelay'],
    ['an installed wallet', FULL, DESKTOP, true, 'browser'],
  ] as const)('with another relay: %s', (_, wallet, device, isInstalled, expected) => {
    expect(platformsOf({ wallet, device, isInstalled, usesRelay: false })).toEqual([expected])
  })

  test('only wallets that the app adds use a relay of the app', () => {
    const options = { hasOwnRelay: true, customWallets: [FULL] }
    expect(usesRelay(FULL, options)).toBe(true)
    expect(usesRelay({ ...FULL, id: 'other' }, options)).toBe(false)
    expect(usesRelay({ ...FULL, id: 'other' }, { ...options, hasOwnRelay: false })).toBe(true)
  })
})

describe('getLinkOf', () => {
  const desktop = deviceOf({ userAgent: '', maxTouchPoints: 0 })
  const iphone = deviceOf({ userAgent: 'iPhone', maxTouchPoints: 5 })
  const android = deviceOf({ userAgent: 'Android', maxTouchPoints: 5 })
  const stores = { app_store: 'https://a', play_store: 'https://p', homepage: 'https://h' }

  test.each([
    ['several links, desktop', stores, desktop, { kind: 'downloads' }],
    ['several links, iPhone', stores, iphone, { kind: 'link', url: 'https://a' }],
    ['several links, Android', stores, android, { kind: 'link', url: 'https://p' }],
    ['a homepage alone', { homepage: 'https://h' }, iphone, { kind: 'link', url: 'https://h' }],
    ['the other phone’s store', { app_store: 'https://a' }, android, null],
    ['the other phone’s store, iPhone', { play_store: 'https://p' }, iphone, null],
    ['nothing', {}, desktop, null],
  ])('%s', (_, links, device, expected) => {
    expect(getLinkOf({ id: 'x', name: 'X', ...links }, device)).toEqual(expected)
  })
})
