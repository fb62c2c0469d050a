import { expect, type Locator, type Page } from '@playwright/test'
import { readCode } from './read-code.ts'

/** Wallet kit of another maker, in the version that the app has, and the parts of its user interface. */
export type Kit = {
  name: string
  /** Page in e2e/strangers. */
  page: string
  packages: readonly string[]
  /** Versions of packages below those, where the newest that they accept do not work. */
  overrides?: Readonly<Record<string, string>>
  /** Opens the modal. */
  open: (page: Page) => Promise<void>
  /** Finds an announced wallet in the open modal. */
  wallet: (page: Page, name: string) => Locator
  /** WalletConnect in the open modal, the QR code that it leads to, and its link; null for a kit without it. */
  walletConnect: {
    option: (page: Page) => Locator
    code: (page: Page) => Locator
    read: (page: Page) => Promise<string>
  } | null
  /** Errors that it throws without hosts that the product does not replace. */
  errors?: RegExp
  /** Whether it has wallet list and login by email of the product's services. */
  hasServices: boolean
}

const REACT = ['react@18.3.1', 'react-dom@18.3.1', 'viem@2.57.1'] as const
const WAGMI = [...REACT, 'wagmi@2.19.5', '@tanstack/react-query@5.108.4'] as const

const byName = (page: Page, name: string) => page.getByRole('button', { name }).first()
const clickConnect = (page: Page) => byName(page, 'Connect Wallet').click()

const copyLink = (name: string) => async (page: Page) => {
  await byName(page, name).click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^wc:/)
  return await read()
}

const rainbowCode = (page: Page) => page.locator('svg', { has: page.getByText('QR Code') })

/** The kits that docs/own-apps.md names, and one that only uses announced wallets. */
export const KITS: readonly Kit[] = [
  {
    name: 'RainbowKit 2.2.11',
    page: 'rainbowkit.jsx',
    packages: [...WAGMI, '@rainbow-me/rainbowkit@2.2.11'],
    // Its QR code has no border, which newer versions of this package refuse.
    overrides: { qr: '0.5.5' },
    open: clickConnect,
    wallet: byName,
    walletConnect: {
      option: (page) => page.getByTestId('rk-wallet-option-walletConnect'),
      code: rainbowCode,
      // It has no button that copies the link.
      read: (page) => readCode(rainbowCode(page)),
    },
    hasServices: false,
  },
  {
    name: 'ConnectKit 1.9.2',
    page: 'connectkit.jsx',
    packages: [...WAGMI, 'connectkit@1.9.2'],
    open: clickConnect,
    wallet: byName,
    walletConnect: {
      option: (page) => byName(page, 'Other Wallets'),
      code: (page) => page.locator('svg:has([fill="var(--ck-qr-dot-color)"])'),
      read: copyLink('Copy to Clipboard'),
    },
    // The page of its maker's wallet is not there.
    errors: /^Aave Account is not connected/,
    hasServices: false,
  },
  {
    name: 'Web3-Onboard 2.24.1',
    page: 'web3-onboard.jsx',
    packages: [...REACT, '@web3-onboard/core@2.24.1', '@web3-onboard/injected-wallets@2.11.3'],
    open: clickConnect,
    wallet: byName,
    walletConnect: null,
    hasServices: false,
  },
  appKit('1.7.3'),
  appKit('1.8.24'),
]

function appKit(version: string): Kit {
  return {
    name: `AppKit ${version}`,
    page: 'appkit.jsx',
    packages: [...WAGMI, `@reown/appkit@${version}`, `@reown/appkit-adapter-wagmi@${version}`],
    open: clickConnect,
    wallet: byName,
    walletConnect: {
      option: (page) => page.getByTestId('wallet-selector-walletconnect'),
      code: (page) => page.locator('wui-qr-code'),
      read: copyLink('Copy link'),
    },
    hasServices: true,
  }
}
