import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { socialName } from '#core/embedded/social-name.ts'
import { fill } from '#core/messages.ts'
import type { Route, View, ViewData } from '#core/modal/views.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { AccountLeft } from '#views/account/account-left.tsx'
import { HelpButton } from './help-button.tsx'

/** What the shell knows about a view. */
type ViewEntry<view extends View> = {
  /** English title; `messages.titles` overrides it by the view's name. */
  title: string
  /** Title that depends on the view's data, such as a wallet's name. */
  titleOf?: (data: ViewData[view], kit: WalletKit) => string | undefined
  /** Shown left of the title in place of Back: help or the network. */
  left?: ComponentType
  /** Loaded when the view is first shown, or earlier by `preloadView`. */
  component: LazyExoticComponent<ComponentType<{ data: ViewData[view] }>>
  load: () => Promise<unknown>
}

const connectingWalletConnect = () =>
  import('#views/connecting-wallet-connect/connecting-wallet-connect.tsx')
const connectingBasic = () =>
  import('#views/connecting-wallet-connect/connecting-wallet-connect-basic.tsx')
const connectingExternal = () => import('#views/connecting-external/connecting-external.tsx')

const REGISTRY: { readonly [view in View]: ViewEntry<view> } = {
  Account: entry('Account', async () => (await import('#views/account/account.tsx')).Account, {
    left: AccountLeft,
  }),
  AllWallets: entry(
    'All Wallets',
    async () => (await import('#views/all-wallets/all-wallets.tsx')).AllWallets,
  ),
  ApproveTransaction: entry(
    'Approve Transaction',
    async () =>
      (await import('#views/approve-transaction/approve-transaction.tsx')).ApproveTransaction,
  ),
  Connect: entry(
    'Connect Wallet',
    async () => (await import('#views/connect/connect.tsx')).Connect,
    {
      left: HelpButton,
    },
  ),
  ConnectingExternal: entry(
    'Connect Wallet',
    async () => (await connectingExternal()).ConnectingExternal,
    {
      titleOf: ({ connectorUid }, { connections }) =>
        connections.getState().connectors.find(({ uid }) => uid === connectorUid)?.name,
    },
  ),
  ConnectingWalletConnect: entry(
    'WalletConnect',
    async () => (await connectingWalletConnect()).ConnectingWalletConnect,
    { titleOf: (data) => ('wallet' in data ? data.wallet?.name : undefined) },
  ),
  ConnectingWalletConnectBasic: entry(
    'WalletConnect',
    async () => (await connectingBasic()).ConnectingWalletConnectBasic,
  ),
  Downloads: entry(
    'Downloads',
    async () => (await import('#views/downloads/downloads.tsx')).Downloads,
    {
      titleOf: ({ wallet }, { options }) =>
        fill(options.messages['titles']?.['Downloads'] ?? 'Get {name}', { name: wallet.name }),
    },
  ),
  ConnectSocials: entry(
    'All socials',
    async () => (await import('#views/connect-socials/connect-socials.tsx')).ConnectSocials,
  ),
  ConnectingSocial: entry(
    'Connect Social',
    async () => (await import('#views/connecting-social/connecting-social.tsx')).ConnectingSocial,
    { titleOf: ({ provider }) => socialName(provider) },
  ),
  ConnectingFarcaster: entry(
    'Farcaster',
    async () =>
      (await import('#views/connecting-farcaster/connecting-farcaster.tsx')).ConnectingFarcaster,
  ),
  AccountSettings: entry(
    'Account settings',
    async () => (await import('#views/account-settings/account-settings.tsx')).AccountSettings,
  ),
  Profile: entry('Profile', async () => (await import('#views/profile/profile.tsx')).Profile),
  UpdateEmailWallet: entry(
    'Edit Email',
    async () => (await import('#views/update-email/update-email-wallet.tsx')).UpdateEmailWallet,
  ),
  UpdateEmailPrimaryOtp: entry(
    'Confirm Current Email',
    async () =>
      (await import('#views/update-email/update-email-primary-otp.tsx')).UpdateEmailPrimaryOtp,
  ),
  UpdateEmailSecondaryOtp: entry(
    'Confirm New Email',
    async () =>
      (await import('#views/update-email/update-email-secondary-otp.tsx')).UpdateEmailSecondaryOtp,
  ),
  EmailLogin: entry(
    'Email Login',
    async () => (await import('#views/email-login/email-login.tsx')).EmailLogin,
  ),
  EmailVerifyOtp: entry(
    'Confirm Email',
    async () => (await import('#views/email-verify-otp/email-verify-otp.tsx')).EmailVerifyOtp,
  ),
  EmailVerifyDevice: entry(
    'Register Device',
    async () =>
      (await import('#views/email-verify-device/email-verify-device.tsx')).EmailVerifyDevice,
  ),
  GetWallet: entry(
    'Get a wallet',
    async () => (await import('#views/get-wallet/get-wallet.tsx')).GetWallet,
  ),
  WhatIsANetwork: entry(
    'What is a network?',
    async () => (await import('#views/what-is-a-network/what-is-a-network.tsx')).WhatIsANetwork,
  ),
  WhatIsAWallet: entry(
    'What is a wallet?',
    async () => (await import('#views/what-is-a-wallet/what-is-a-wallet.tsx')).WhatIsAWallet,
  ),
  Networks: entry(
    'Choose Network',
    async () => (await import('#views/networks/networks.tsx')).Networks,
  ),
  SwitchNetwork: entry(
    'Switch Network',
    async () => (await import('#views/switch-network/switch-network.tsx')).SwitchNetwork,
    { titleOf: networkNameOf },
  ),
  SwitchActiveChain: entry(
    'Switch chain',
    async () =>
      (await import('#views/switch-active-chain/switch-active-chain.tsx')).SwitchActiveChain,
  ),
  UnsupportedChain: entry(
    'Switch Network',
    async () => (await import('#views/unsupported-chain/unsupported-chain.tsx')).UnsupportedChain,
  ),
  SIWXSignMessage: entry(
    'Sign In',
    async () => (await import('#views/siwx-sign-message/siwx-sign-message.tsx')).SiwxSignMessage,
  ),
  WalletReceive: entry(
    'Receive',
    async () => (await import('#views/wallet-receive/wallet-receive.tsx')).WalletReceive,
  ),
  WalletCompatibleNetworks: entry(
    'Compatible Networks',
    async () =>
      (await import('#views/wallet-receive/wallet-compatible-networks.tsx'))
        .WalletCompatibleNetworks,
  ),
  WalletSend: entry(
    'Send',
    async () => (await import('#views/wallet-send/wallet-send.tsx')).WalletSend,
  ),
  WalletSendSelectToken: entry(
    'Select Token',
    async () =>
      (await import('#views/wallet-send/wallet-send-select-token.tsx')).WalletSendSelectToken,
  ),
  WalletSendPreview: entry(
    'Review send',
    async () => (await import('#views/wallet-send/wallet-send-preview.tsx')).WalletSendPreview,
  ),
  SwitchAddress: entry(
    'Switch Address',
    async () => (await import('#views/switch-address/switch-address.tsx')).SwitchAddress,
  ),
  ChooseAccountName: entry(
    'Account name',
    async () =>
      (await import('#views/register-account-name/choose-account-name.tsx')).ChooseAccountName,
  ),
  RegisterAccountName: entry(
    'Choose name',
    async () =>
      (await import('#views/register-account-name/register-account-name.tsx')).RegisterAccountName,
  ),
  RegisterAccountNameSuccess: entry(
    'Your name',
    async () =>
      (await import('#views/register-account-name/register-account-name-success.tsx'))
        .RegisterAccountNameSuccess,
  ),
  Swap: entry('Swap', async () => (await import('#views/swap/swap.tsx')).Swap),
  SwapSelectToken: entry(
    'Select token',
    async () => (await import('#views/swap/swap-select-token.tsx')).SwapSelectToken,
  ),
  SwapPreview: entry(
    'Preview swap',
    async () => (await import('#views/swap/swap-preview.tsx')).SwapPreview,
  ),
  OnRampProviders: entry(
    'Choose Provider',
    async () => (await import('#views/buy/on-ramp-providers.tsx')).OnRampProviders,
  ),
  OnRampFiatSelect: entry(
    'Select Currency',
    async () => (await import('#views/buy/on-ramp-fiat-select.tsx')).OnRampFiatSelect,
  ),
  OnRampTokenSelect: entry(
    'Select Token',
    async () => (await import('#views/buy/on-ramp-token-select.tsx')).OnRampTokenSelect,
  ),
  OnRampActivity: entry(
    'Your purchases',
    async () => (await import('#views/buy/on-ramp-activity.tsx')).OnRampActivity,
  ),
  BuyInProgress: entry(
    'Buy',
    async () => (await import('#views/buy/buy-in-progress.tsx')).BuyInProgress,
  ),
  WhatIsABuy: entry(
    'What is Buy?',
    async () => (await import('#views/buy/what-is-a-buy.tsx')).WhatIsABuy,
  ),
  Transactions: entry(
    'Activity',
    async () => (await import('#views/transactions/transactions.tsx')).Transactions,
  ),
}

/** Returns the title of a route, translated by the app if it has a translation. */
export function titleOf(route: Route, kit: WalletKit): string {
  const { title, titleOf } = entryOf(route)
  return titleOf?.(route.data, kit) ?? kit.options.messages['titles']?.[route.view] ?? title
}

/** Returns the component shown left of the title when there is no way back. */
export function leftOf(route: Route): ComponentType | undefined {
  return entryOf(route).left
}

/** Returns the component that renders a route. */
export function viewComponentOf(route: Route): ComponentType<{ data: Route['data'] }> {
  return entryOf(route).component
}

/** Loads the code of a view. */
export function loadViewCode(view: View): Promise<unknown> {
  return REGISTRY[view].load()
}

/** A route carries its view's data, which TypeScript cannot infer from the record. */
function entryOf(route: Route): ViewEntry<View> {
  return REGISTRY[route.view] as unknown as ViewEntry<View>
}

function entry<view extends View>(
  title: string,
  load: () => Promise<ComponentType<{ data: ViewData[view] }>>,
  more: Pick<ViewEntry<view>, 'titleOf' | 'left'> = {},
): ViewEntry<view> {
  return {
    title,
    ...more,
    component: lazy(async () => ({ default: await load() })),
    load,
  }
}

function networkNameOf({ chainId }: { chainId: number }, kit: WalletKit): string | undefined {
  return kit.connections.getState().networks.find(({ id }) => id === chainId)?.name
}
