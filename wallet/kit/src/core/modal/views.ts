import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'

/**
 * Every view of the modal with the data it is opened with (R-MODAL-2).
 * A view is a line here, a folder in `views/` and an entry in `shell/view-registry.ts`.
 */
export type ViewData = {
  Account: undefined
  AllWallets: undefined
  /** `reason` says why the page asks to connect. */
  Connect: { reason: string } | undefined
  ConnectingExternal: { connectorUid: string }
  ConnectingWalletConnect: WalletChoice
  ConnectingWalletConnectBasic: undefined
  AccountSettings: undefined
  ConnectSocials: undefined
  ConnectingSocial: SocialChoice
  ConnectingFarcaster: undefined
  ConnectingTelegram: { account: string }
  UpdateEmailWallet: undefined
  UpdateEmailPrimaryOtp: EmailChange
  UpdateEmailSecondaryOtp: EmailChange
  EmailVerifyOtp: { email: string }
  EmailVerifyDevice: { email: string }
  Downloads: { wallet: CatalogueWallet }
  GetWallet: undefined
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
  Networks: undefined
  SwitchNetwork: { chainId: number }
  SwitchActiveChain: { chainId: number } | { name: string }
  UnsupportedChain: undefined
  SIWXSignMessage: undefined
  SmartSessionList: undefined
  SolanaAccount: undefined
  SolanaReceive: undefined
  SolanaSend: undefined
  WalletReceive: undefined
  WalletCompatibleNetworks: undefined
  WalletSend: undefined
  WalletSendSelectToken: undefined
  WalletSendPreview: undefined
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: { name: string }
  SwitchAddress: undefined
  Swap: SwapArguments | undefined
  SwapSelectToken: { side: 'from' | 'to' }
  SwapPreview: undefined
  OnRampProviders: undefined
  OnRampFiatSelect: undefined
  OnRampTokenSelect: undefined
  OnRampActivity: undefined
  BuyInProgress: undefined
  WhatIsABuy: undefined
}

/** Initial input of the Swap view: tokens by symbol, the amount as text. */
export type SwapArguments = { fromToken?: string; toToken?: string; amount?: string }

/**
 * A social account to log in with, and how: in a window (null if the browser has blocked it), in this tab, or as a
 * visitor whom the provider has sent back to this tab.
 */
export type SocialChoice = { provider: SocialProvider } & (
  | { popup: Window | null }
  | { isRedirect: true }
  | { resultUri: string }
)

/** The email address of the account, and its replacement. */
export type EmailChange = { email: string; newEmail: string }

/** A wallet of the catalogue, its id alone, or any wallet that can scan a code. */
export type WalletChoice = { wallet: CatalogueWallet } | { walletId: string } | { wallet: null }

export type View = keyof ViewData

/** A view with its data, as the router's history keeps it. */
export type Route = { [view in View]: { view: view; data: ViewData[view] } }[View]

/** Arguments that name a view: the data may be left out where the view takes none. */
export type RouteArguments<view extends View> = undefined extends ViewData[view]
  ? [view: view, data?: ViewData[view]]
  : [view: view, data: ViewData[view]]
