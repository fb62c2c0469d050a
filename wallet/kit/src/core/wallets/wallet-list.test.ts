import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { describe, expect, test } from 'vitest'
import type { ConnectorDescriptor } from '#core/connect/connections.ts'
import {
  hasAllWallets,
  hasInstalledWallet,
  likelyRows,
  pendingRows,
  type WalletListInput,
  walletCountLabel,
  walletList,
} from './wallet-list.ts'

function connector(overrides: Partial<ConnectorDescriptor>): ConnectorDescriptor {
  const name = overrides.name ?? 'Fox'
  return {
    uid: name,
    id: name,
    name,
    type: 'ANNOUNCED',
    installed: true,
    rdns: null,
    icon: null,
    ...overrides,
  }
}

function wallet(name: string, overrides: Partial<CatalogueWallet> = {}): CatalogueWallet {
  return { id: name, name, ...overrides }
}

const FOX = connector({ name: 'Fox', rdns: 'io.fox' })
const OWL = connector({ name: 'Owl', rdns: 'io.owl' })
const GENERIC = connector({ name: 'Browser Wallet', id: 'injected', type: 'INJECTED' })
const WALLET_CONNECT = connector({ name: 'WalletConnect', type: 'WALLET_CONNECT' })
const BURNER = connector({ name: 'Burner', type: 'EXTERNAL' })

function input(overrides: Partial<WalletListInput> = {}): WalletListInput {
  const { options, ...rest } = overrides
  return {
    connectors: [],
    recent: [],
    featured: [],
    recommended: [],
    excluded: [],
    included: null,
    isMobile: false,
    hasEthereum: true,
    isOnWalletConnect: false,
    caipNetworkId: 'eip155:56',
    ...rest,
    options: {
      customWallets: [],
      enableEIP6963: true,
      enableInjected: true,
      enableWalletConnect: true,
      hasOwnRelay: false,
      features: {},
      featuredWalletIds: [],
      ...options,
    },
  }
}

function names(overrides: Partial<WalletListInput>): string[] {
  return walletList(input(overrides)).map((item) =>
    item.kind === 'wallet' ? item.wallet.name : item.connector.name,
  )
}

function options(overrides: Partial<WalletListInput['options']>) {
  return overrides as WalletListInput['options']
}

describe('walletList', () => {
  const everything: Partial<WalletListInput> = {
    connectors: [BURNER, WALLET_CONNECT, FOX],
    recent: [wallet('Past')],
    featured: [wallet('Star')],
    options: options({ featuredWalletIds: ['Star'], customWallets: [wallet('Own')] }),
  }

  test('lists the sections in their order (R-WALLETS-1)', () => {
    expect(names(everything)).toEqual(['WalletConnect', 'Past', 'Fox', 'Star', 'Own', 'Burner'])
  })

  test('lists sections named by connectorTypeOrder first, the rest as before', () => {
    const features = { connectorTypeOrder: ['external', 'featured'] as const }
    const ordered = { ...everything, options: options({ ...everything.options, features }) }
    expect(names(ordered)).toEqual(['Burner', 'Star', 'WalletConnect', 'Past', 'Fox', 'Own'])
  })

  test('tags what is installed, recent, or a code to scan', () => {
    const tags = walletList(input(everything)).map(({ tag }) => tag)
    expect(tags).toEqual(['qr code', 'recent', 'installed', null, null, null])
  })

  test.each([
    ['on a phone', { isMobile: true }],
    ['when connected through it', { isOnWalletConnect: true }],
    ['when switched off', { options: options({ enableWalletConnect: false }) }],
  ])('hides WalletConnect %s', (_, overrides) => {
    expect(names({ connectors: [WALLET_CONNECT, FOX], ...overrides })).not.toContain(
      'WalletConnect',
    )
  })

  test.each([
    ['hidden on a desktop', { isMobile: false }, []],
    ['shown on a phone', { isMobile: true }, ['Browser Wallet']],
    ['hidden without window.ethereum', { isMobile: true, hasEthereum: false }, []],
    [
      'hidden when switched off',
      { isMobile: true, options: options({ enableInjected: false }) },
      [],
    ],
  ])('a nameless window.ethereum is %s', (_, overrides, expected) => {
    expect(names({ connectors: [GENERIC], ...overrides })).toEqual(expected)
  })

  test('a named window.ethereum without rdns needs a window.ethereum', () => {
    const named = connector({ name: 'Legacy', type: 'INJECTED' })
    expect(names({ connectors: [named] })).toEqual(['Legacy'])
    expect(names({ connectors: [named], hasEthereum: false })).toEqual([])
  })

  test('drops announced wallets when EIP-6963 is off', () => {
    expect(names({ connectors: [FOX], options: options({ enableEIP6963: false }) })).toEqual([])
  })

  test('hides excluded wallets by rdns and by name in any case, wherever they come from', () => {
    const excluded = [wallet('FOX'), wallet('Other', { rdns: 'io.owl' }), wallet('burner')]
    expect(names({ connectors: [FOX, OWL, BURNER], recent: [wallet('Fox')], excluded })).toEqual([])
  })

  test('shows only included wallets among announced ones, and all until the list is loaded', () => {
    const included = [wallet('Owl', { rdns: 'io.owl' })]
    expect(names({ connectors: [FOX, OWL], included })).toEqual(['Owl'])
    expect(names({ connectors: [FOX, OWL], included: null })).toEqual(['Fox', 'Owl'])
  })

  test('hides a recent wallet that is installed, or does not know the network', () => {
    const recent = [
      wallet('Other name', { rdns: 'io.fox' }),
      wallet('Owl'),
      wallet('Elsewhere', { chains: ['eip155:1'] }),
      wallet('Here', { chains: ['eip155:56'] }),
    ]
    expect(names({ connectors: [FOX, OWL], recent })).toEqual(['Here', 'Fox', 'Owl'])
  })

  test('never treats two wallets without rdns as the same', () => {
    const featured = [wallet('Star', { rdns: null })]
    const shown = names({
      connectors: [connector({ name: 'Legacy', type: 'INJECTED', rdns: null })],
      featured,
      options: options({ featuredWalletIds: ['Star'] }),
    })
    expect(shown).toEqual(['Legacy', 'Star'])
  })

  test('treats MetaMask’s in-app browser as MetaMask', () => {
    const shown = names({
      connectors: [connector({ name: 'MetaMask', rdns: 'io.metamask.mobile' })],
      featured: [wallet('MetaMask', { rdns: 'io.metamask' })],
      options: options({ featuredWalletIds: ['MetaMask'] }),
    })
    expect(shown).toEqual(['MetaMask'])
  })

  test('orders featured wallets by their ids, without those shown already', () => {
    const shown = names({
      connectors: [FOX],
      recent: [wallet('B')],
      featured: [wallet('A'), wallet('B'), wallet('C'), wallet('F', { rdns: 'io.fox' })],
      options: options({ featuredWalletIds: ['C', 'B', 'A', 'F'] }),
    })
    expect(shown).toEqual(['B', 'Fox', 'C', 'A'])
  })

  test.each([
    ['two without a wallet', {}, ['R1', 'R2']],
    ['one beside one wallet', { connectors: [WALLET_CONNECT, FOX] }, ['R1']],
    ['none beside two', { connectors: [WALLET_CONNECT, FOX, OWL] }, []],
    ['one beside a recent one', { recent: [wallet('Past')] }, ['R1']],
    ['none without WalletConnect', { connectors: [] }, []],
    ['none beside featured ones', { options: options({ featuredWalletIds: ['Star'] }) }, []],
    ['none beside custom ones', { options: options({ customWallets: [wallet('Own')] }) }, []],
  ])('recommends %s', (_, overrides, expected) => {
    const recommended = [wallet('R1'), wallet('R2'), wallet('R3')]
    const shown = names({ connectors: [WALLET_CONNECT], recommended, ...overrides })
    expect(shown.filter((name) => name.startsWith('R'))).toEqual(expected)
  })
})

describe('a list with a relay of the app', () => {
  const own = (changes: Partial<WalletListInput>) => ({
    ...changes,
    connectors: [WALLET_CONNECT],
    recommended: [wallet('App'), wallet('InApp', { browser_link: 'https://a.example/{address}' })],
    recent: [wallet('Recent'), wallet('Extension', { chrome_store: 'https://store.example' })],
    options: options({ hasOwnRelay: true, customWallets: [wallet('Custom')] }),
  })

  test('shows extensions and the app’s wallets on a desktop', () => {
    expect(names(own({}))).toEqual(['WalletConnect', 'Extension', 'Custom'])
  })

  test('shows apps with a browser on a phone, and how to pair with others', () => {
    const { options, ...rest } = own({ isMobile: true })
    const withoutCustom = { ...rest, options: { ...options, customWallets: [] } }
    expect(names(withoutCustom)).toEqual(['WalletConnect', 'InApp'])
  })
})

describe('hasInstalledWallet', () => {
  test('counts announced and injected wallets that are shown', () => {
    expect(hasInstalledWallet(input({ connectors: [FOX] }))).toBe(true)
    expect(hasInstalledWallet(input({ connectors: [GENERIC, WALLET_CONNECT, BURNER] }))).toBe(false)
  })
})

describe('hasAllWallets', () => {
  test.each([
    ['SHOW', false, true],
    ['HIDE', true, false],
    ['ONLY_MOBILE', false, false],
    ['ONLY_MOBILE', true, true],
  ] as const)('%s, on a phone: %s', (allWallets, isMobile, expected) => {
    const given = { allWallets, enableWalletConnect: true, hasOwnRelay: false }
    expect(hasAllWallets(given, [WALLET_CONNECT], isMobile)).toBe(expected)
    expect(hasAllWallets(given, [FOX], isMobile)).toBe(false)
    expect(hasAllWallets({ ...given, hasOwnRelay: true }, [WALLET_CONNECT], isMobile)).toBe(false)
  })
})

describe('walletCountLabel', () => {
  test.each([
    [0, '0'],
    [9, '9'],
    [10, '10+'],
    [137, '130+'],
  ])('%i reads %s', (count, label) => {
    expect(walletCountLabel(count)).toBe(label)
  })
})

describe('pendingRows', () => {
  const recommended = [wallet('Acorn'), wallet('Birch'), wallet('Cedar')]
  test.each([
    ['two recommended wallets', {}, 2],
    ['one beside an installed wallet', { connectors: [WALLET_CONNECT, FOX] }, 1],
    ['none beside two', { connectors: [WALLET_CONNECT, FOX, OWL] }, 0],
    ['none without WalletConnect', { connectors: [BURNER] }, 0],
    [
      "the app's choice",
      { connectors: [WALLET_CONNECT], options: options({ featuredWalletIds: ['Acorn'] }) },
      1,
    ],
  ])('are %s', (_, overrides, rows) => {
    const before = input({ connectors: [WALLET_CONNECT], ...overrides })
    const after = { ...before, featured: recommended, recommended }
    expect(pendingRows(before)).toBe(rows)
    expect(walletList(after)).toHaveLength(walletList(before).length + rows)
    expect(pendingRows(after)).toBe(0)
  })
})

test.each([
  ['a browser without wallets', [], 1],
  ['only a window.ethereum that does not name itself', [GENERIC], 1],
  ['the play money wallet', [BURNER, GENERIC], 1],
  ['an announced wallet and the play money wallet', [FOX, BURNER], 2],
  ['WalletConnect, which brings recommended and all wallets', [WALLET_CONNECT, FOX], 4],
])('with %s, the list is likely to have as many rows', (_, connectors, rows) => {
  expect(likelyRows(connectors, options({}))).toBe(rows)
})

test('with a relay of the app, the list is likely to have its connectors only', () => {
  expect(likelyRows([WALLET_CONNECT, FOX], options({ hasOwnRelay: true }))).toBe(2)
})
