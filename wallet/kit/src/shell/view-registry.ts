import { socialName } from '@bullring/login-api/social-name'
import { fill } from '@bullring/wire/text/fill'
import { type ComponentType, lazy } from 'react'
import type { Route, View, ViewData } from '#core/modal/views.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { AccountLeft } from '#views/account/account-left.tsx'
import type { ACCOUNT_VIEWS } from './account-views.ts'
import { HelpButton } from './card/help-button.tsx'

type ViewComponent<view extends View> = ComponentType<{ data: ViewData[view] }>

/** Registered facts of a view. */
type ViewEntry<view extends View> = {
  /** English title. `messages.titles` overrides it by the view's name. */
  title: string
  /** Title that depends on the view's data, such as a wallet's name. */
  titleOf?: (data: ViewData[view], kit: WalletKit) => string | undefined
  /** Shown left of the title in place of Back: help or the network. */
  left?: ComponentType
  /** Once its code has loaded, the view itself: one that is lazy suspends, and React hides what suspends for 300 ms. */
  component: ComponentType<{ data: ViewData[view] }>
  load: () => Promise<unknown>
}

const connectingWalletConnect = () =>
  import('#views/connecting-wallet-connect/connecting-wallet-connect.tsx')
const connectingBasic = () =>
  import('#views/connecting-wallet-connect/connecting-wallet-connect-basic.tsx')
const connectingExternal = () => import('#views/connect/connecting-external.tsx')

const REGISTRY: { readonly [view in View]: ViewEntry<view> } = {
  Account: entry('Account', async () => (await import('#views/account/account.tsx')).Account, {
    left: AccountLeft,
  }),
  AllWallets: entry(
    'All Wallets',
    async () => (await import('#views/all-wallets/all-wallets.tsx')).AllWallets,
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
    async () => (await import('#views/social/connect-socials.tsx')).ConnectSocials,
  ),
  ConnectingSocial: entry(
    'Connect Social',
    async () => (await import('#views/social/connecting-social.tsx')).ConnectingSocial,
    { titleOf: ({ provider }) => socialName(provider) },
  ),
  ConnectingFarcaster: entry(
    'Farcaster',
    async () => (await import('#views/social/connecting-farcaster.tsx')).ConnectingFarcaster,
  ),
  AccountSettings: ofAccount('Account settings', 'AccountSettings'),
  UpdateEmailWallet: ofAccount('Edit Email', 'UpdateEmailWallet'),
  UpdateEmailPrimaryOtp: ofAccount('Confirm Current Email', 'UpdateEmailPrimaryOtp'),
  UpdateEmailSecondaryOtp: ofAccount('Confirm New Email', 'UpdateEmailSecondaryOtp'),
  EmailVerifyOtp: entry(
    'Confirm Email',
    async () => (await import('#views/email/email-verify-otp.tsx')).EmailVerifyOtp,
  ),
  EmailVerifyDevice: entry(
    'Register Device',
    async () => (await import('#views/email/email-verify-device.tsx')).EmailVerifyDevice,
  ),
  GetWallet: entry(
    'Get a wallet',
    async () => (await import('#views/get-wallet/get-wallet.tsx')).GetWallet,
  ),
  WhatIsANetwork: entry(
    'What is a network?',
    async () => (await import('#views/help/what-is-a-network.tsx')).WhatIsANetwork,
  ),
  WhatIsAWallet: entry(
    'What is a wallet?',
    async () => (await import('#views/help/what-is-a-wallet.tsx')).WhatIsAWallet,
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
    async () => (await import('#views/switch-network/switch-active-chain.tsx')).SwitchActiveChain,
  ),
  UnsupportedChain: entry(
    'Switch Network',
    async () => (await import('#views/unsupported-chain/unsupported-chain.tsx')).UnsupportedChain,
  ),
  SIWXSignMessage: entry(
    'Sign In',
    async () => (await import('#views/siwx-sign-message/siwx-sign-message.tsx')).SiwxSignMessage,
  ),
  SmartSessionList: ofAccount('Smart Sessions', 'SmartSessionList'),
  SolanaAccount: ofAccount('Solana', 'SolanaAccount'),
  SolanaReceive: ofAccount('Receive', 'SolanaReceive'),
  SolanaSend: ofAccount('Send', 'SolanaSend'),
  WalletReceive: ofAccount('Receive', 'WalletReceive'),
  WalletCompatibleNetworks: ofAccount('Compatible Networks', 'WalletCompatibleNetworks'),
  WalletSend: ofAccount('Send', 'WalletSend'),
  WalletSendSelectToken: ofAccount('Select Token', 'WalletSendSelectToken'),
  WalletSendPreview: ofAccount('Review send', 'WalletSendPreview'),
  SwitchAddress: ofAccount('Switch Address', 'SwitchAddress'),
  ChooseAccountName: ofAccount('Account name', 'ChooseAccountName'),
  RegisterAccountName: ofAccount('Choose a name', 'RegisterAccountName'),
  RegisterAccountNameSuccess: ofAccount('Your name', 'RegisterAccountNameSuccess'),
  Swap: ofAccount('Swap', 'Swap'),
  SwapSelectToken: ofAccount('Select token', 'SwapSelectToken'),
  SwapPreview: ofAccount('Preview swap', 'SwapPreview'),
  OnRampProviders: ofAccount('Buy', 'OnRampProviders'),
  OnRampFiatSelect: ofAccount('Select Currency', 'OnRampFiatSelect'),
  OnRampTokenSelect: ofAccount('Select Token', 'OnRampTokenSelect'),
  OnRampActivity: ofAccount('Your purchases', 'OnRampActivity'),
  BuyInProgress: ofAccount('Buy', 'BuyInProgress'),
  WhatIsABuy: ofAccount('What is Buy?', 'WhatIsABuy'),
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
  load: () => Promise<ViewComponent<view>>,
  more: Pick<ViewEntry<view>, 'titleOf' | 'left'> = {},
): ViewEntry<view> {
  const loadComponent = async () => {
    registered.component = await load()
    return registered.component
  }
  const registered: ViewEntry<view> = {
    title,
    ...more,
    component: lazy(async () => ({ default: await loadComponent() })),
    load: loadComponent,
  }
  return registered
}

type AccountView = keyof typeof ACCOUNT_VIEWS
type Loaders = { readonly [view in AccountView]: () => Promise<ViewComponent<view>> }

/** A view of a connected account: one chunk lists where their code is, so that pages load no such list. */
function ofAccount<view extends AccountView>(title: string, view: view): ViewEntry<view> {
  return entry(title, async () => {
    const loaders: Loaders = (await import('./account-views.ts')).ACCOUNT_VIEWS
    return loaders[view]()
  })
}

function networkNameOf({ chainId }: { chainId: number }, kit: WalletKit): string | undefined {
  return kit.connections.getState().networks.find(({ id }) => id === chainId)?.name
}
