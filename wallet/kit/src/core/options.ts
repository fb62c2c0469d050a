import { BaseError } from '@bullring/errors/base-error'
import { SOCIAL_ACCOUNTS, type SocialAccount } from '@bullring/login-api/social-accounts'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { Address } from 'viem'
import type { Token } from './account/asset.ts'
import type { NameResolver } from './account/name-resolver.ts'
import type { EventListener } from './events.ts'
import type { LogLevel } from './log.ts'
import type { MessageOverrides } from './messages.ts'
import type { KeyValueStorage } from './persistence.ts'
import type { SiweConfig } from './sign-in/siwe-config.ts'
import type { Siwx, SiwxOptions, SiwxSession } from './sign-in/siwx.ts'

/** The app as wallets show it while connecting and signing. */
export type Metadata = {
  name: string
  description: string
  url: string
  icons: readonly string[]
}

/** Name and hint of a connector that the app has configured. */
export type ConnectorTexts = { name?: string; hint?: string }

export type ThemeMode = 'light' | 'dark'

/** Connection methods (R-CONNECT-1). Without a connector for the embedded wallet, there are only wallets. */
export type ConnectMethod = 'wallet' | 'email' | 'social'

/** Sections of the wallet list (R-WALLETS-1). */
export type WalletSection =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

type Features = {
  /** Overrides the order of the connection methods. */
  connectMethodsOrder?: readonly ConnectMethod[]
  /** Sections to list first, in this order. */
  connectorTypeOrder?: readonly WalletSection[]
  /** Login by email with the embedded wallet; true by default. */
  email?: boolean
  /** Login with these accounts (R-SOCIAL-1) and the embedded wallet, in this order; all by default. */
  socials?: readonly SocialAccount[] | false
  /** Users must agree to the terms before they can connect. Needs one of the two URLs. */
  legalCheckbox?: boolean
  /** Actions and tabs of the account; all true by default (R-OPTIONS-3). */
  send?: boolean
  receive?: boolean
  /** Needs `servicesUrl`, as do the next two. */
  history?: boolean
  swaps?: boolean
  onramp?: boolean
  /** Reports the kit's events to the wallet service, if that counts them; false by default. */
  analytics?: boolean
}

/** Actions of the account that an app may reorder (R-OPTIONS-5). */
type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** Options of `createWalletKit` besides the wagmi config. Only `projectId` is required. */
export type KitOptions = {
  /** Identifies the app to wallet service and relay. An alert is shown when it is empty. */
  projectId: string
  metadata?: Metadata
  /** Origin of the wallet catalogue. Without it, the list holds installed and custom wallets only. */
  catalogueUrl?: string
  /** Origin of the wallet service. Without it, balances come from the chain and there is no history. */
  servicesUrl?: string
  /** Asks connected users to sign in. Not together with `siweConfig`. */
  siwx?: SiwxOptions | Siwx
  /** Sign-in by the app's own server. Not together with `siwx`. */
  siweConfig?: SiweConfig
  /** Tokens to read from the chain in addition to the wallet service's list. */
  tokens?: readonly Token[]
  /** Finds the account behind a name; ENS where the network has it by default. */
  resolveName?: NameResolver
  walletFeaturesOrder?: readonly WalletFeature[]
  /** Exchange contracts that swaps may call, by chain id; PancakeSwap V2 on 56 and 97 by default. */
  swapRouters?: Readonly<Record<number, readonly Address[]>>
  /** Images of networks by chain id; their first letter by default. */
  chainImages?: Readonly<Record<number, string>>
  /** The system's by default. */
  themeMode?: ThemeMode
  /** CSS variables of the card: see the README. */
  themeVariables?: Readonly<Record<`--wk-${string}`, string>>
  features?: Features
  /** The All Wallets row. */
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  featuredWalletIds?: readonly string[]
  includeWalletIds?: readonly string[]
  excludeWalletIds?: readonly string[]
  /** Wallets that the app adds to the list. */
  customWallets?: readonly CatalogueWallet[]
  /** Texts of the connectors that the app has configured, by connector id. */
  connectorTexts?: Readonly<Record<string, ConnectorTexts>>
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  enableWallets?: boolean
  enableEIP6963?: boolean
  enableInjected?: boolean
  enableWalletConnect?: boolean
  /**
   * True if WalletConnect uses a relay of yours. Wallets of the catalogue know only their makers': they are then offered as an
   * extension or in the browser of their app, and `customWallets` by QR code.
   */
  hasOwnRelay?: boolean
  /** False hides the network button of the card and every view that switches. */
  enableNetworkSwitch?: boolean
  /** Lets users stay on a network that is not configured. */
  allowUnsupportedChain?: boolean
  /** Shows the card in the page (`EmbeddedWalletKit`) instead of over it. */
  enableEmbedded?: boolean
  /** Shows configuration alerts over the card. */
  debug?: boolean
  /** Level of console messages: alerts (`error`), failed requests (`warn`), events (`debug`). `error` by default. */
  logLevel?: LogLevel
  /** Texts to use instead of the English ones. */
  messages?: MessageOverrides
  onEvent?: EventListener
  /** Launch data (`initData`) of the Telegram Mini App that the page is: offers login with it and the embedded wallet. */
  telegramInitData?: string
  /** Called with each sign-in session that is found or created for the connected account; null when there is none. */
  onSession?: (session: SiwxSession | null) => void
  /** Called when a transaction that was sent from the modal is mined, also when it reverted: balances have changed. */
  onTransactionMined?: () => void
  /** Stores recent wallets, sign-ins and the wallet's app; the browser's local storage by default. */
  storage?: KeyValueStorage
}

/** R-OPTIONS-3. */
const FEATURES = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  history: true,
  email: true,
  socials: SOCIAL_ACCOUNTS,
} as const satisfies Features

const DEFAULTS = {
  allWallets: 'SHOW',
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
  customWallets: [],
  connectorTexts: {},
  tokens: [],
  swapRouters: {},
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
  chainImages: {},
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableWalletConnect: true,
  hasOwnRelay: false,
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  enableEmbedded: false,
  debug: true,
  logLevel: 'error',
  messages: {},
} as const satisfies Partial<KitOptions>

/** Options with every default filled in. */
export type ResolvedOptions = KitOptions &
  Required<Pick<KitOptions, keyof typeof DEFAULTS>> & {
    features: Features & Required<Pick<Features, keyof typeof FEATURES>>
  }

/**
 * Options of `createWalletKit` contradict each other.
 *
 * Thrown at start, where a developer sees it.
 */
export class InvalidOptionsError extends BaseError {
  override readonly name = 'InvalidOptionsError'
  readonly code = 'wallet-kit.invalid-options'
}

/**
 * Fills in the defaults.
 *
 * @throws {InvalidOptionsError}
 */
export function resolveOptions(options: KitOptions): ResolvedOptions {
  const hasLegalUrl = Boolean(options.termsConditionsUrl ?? options.privacyPolicyUrl)
  if (options.features?.legalCheckbox === true && !hasLegalUrl) {
    throw new InvalidOptionsError(
      '`features.legalCheckbox` needs `termsConditionsUrl` or `privacyPolicyUrl`',
    )
  }
  if (options.siwx !== undefined && options.siweConfig !== undefined) {
    throw new InvalidOptionsError('Cannot set both `siweConfig` and `siwx` options')
  }
  if (needsServices(options.siwx) && options.servicesUrl === undefined) {
    throw new InvalidOptionsError('`siwx.sessions: "server"` needs `servicesUrl`')
  }
  const features = { ...FEATURES, ...withoutUndefined(options.features ?? {}) }
  return { ...DEFAULTS, ...withoutUndefined(options), features }
}

/** True when connected users are asked to sign in. */
export function isSignInEnabled({ siwx, siweConfig }: KitOptions): boolean {
  return siwx !== undefined || (siweConfig !== undefined && siweConfig.enabled !== false)
}

function needsServices(siwx: KitOptions['siwx']): boolean {
  return siwx !== undefined && 'sessions' in siwx && siwx.sessions === 'server'
}

function withoutUndefined<Options extends object>(options: Options): Options {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Options
}
