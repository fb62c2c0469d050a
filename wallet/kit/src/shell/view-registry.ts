import { socialName } from '@bullring/login-api/social-name'
import { fill } from '@bullring/wire/text/fill'
import { type ComponentType, lazy } from 'react'
import type { Route, View, ViewData } from '#core/modal/views.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { AccountLeft } from '#views/account/account-left.tsx'
import { HelpButton } from './card/help-button.tsx'
import type { OTHER_VIEWS } from './other-views.ts'

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
  Downloads: other('Downloads', 'Downloads', {
    titleOf: ({ wallet }, { options }) =>
      fill(options.messages['titles']?.['Downloads'] ?? 'Get {name}', { name: wallet.name }),
  }),
  ConnectSocials: other('All socials', 'ConnectSocials'),
  ConnectingSocial: entry(
    'Connect Social',
    async () => (await import('#views/social/connecting-social.tsx')).ConnectingSocial,
    { titleOf: ({ provider }) => socialName(provider) },
  ),
  ConnectingFarcaster: other('Farcaster', 'ConnectingFarcaster'),
  ConnectingTelegram: other('Telegram', 'ConnectingTelegram'),
  AccountSettings: other('Account settings', 'AccountSettings'),
  UpdateEmailWallet: other('Edit Email', 'UpdateEmailWallet'),
  UpdateEmailPrimaryOtp: other('Confirm Current Email', 'UpdateEmailPrimaryOtp'),
  UpdateEmailSecondaryOtp: other('Confirm New Email', 'UpdateEmailSecondaryOtp'),
  EmailVerifyOtp: entry(
    'Confirm Email',
    async () => (await import('#views/email/email-verify-otp.tsx')).EmailVerifyOtp,
  ),
  EmailVerifyDevice: other('Register Device', 'EmailVerifyDevice'),
  GetWallet: other('Get a wallet', 'GetWallet'),
  WhatIsANetwork: other('What is a network?', 'WhatIsANetwork'),
  WhatIsAWallet: other('What is a wallet?', 'WhatIsAWallet'),
  Networks: other('Choose Network', 'Networks'),
  SwitchNetwork: other('Switch Network', 'SwitchNetwork', { titleOf: networkNameOf }),
  SwitchActiveChain: other('Switch chain', 'SwitchActiveChain'),
  UnsupportedChain: other('Switch Network', 'UnsupportedChain'),
  SIWXSignMessage: entry(
    'Sign In',
    async () => (await import('#views/siwx-sign-message/siwx-sign-message.tsx')).SiwxSignMessage,
  ),
  SmartSessionList: other('Smart Sessions', 'SmartSessionList'),
  SolanaAccount: other('Solana', 'SolanaAccount'),
  SolanaReceive: other('Receive', 'SolanaReceive'),
  SolanaSend: other('Send', 'SolanaSend'),
  WalletReceive: other('Receive', 'WalletReceive'),
  WalletCompatibleNetworks: other('Compatible Networks', 'WalletCompatibleNetworks'),
  WalletSend: other('Send', 'WalletSend'),
  WalletSendSelectToken: other('Select Token', 'WalletSendSelectToken'),
  WalletSendPreview: other('Review send', 'WalletSendPreview'),
  SwitchAddress: other('Switch Address', 'SwitchAddress'),
  ChooseAccountName: other('Account name', 'ChooseAccountName'),
  RegisterAccountName: other('Choose a name', 'RegisterAccountName'),
  RegisterAccountNameSuccess: other('Your name', 'RegisterAccountNameSuccess'),
  Swap: other('Swap', 'Swap'),
  SwapSelectToken: other('Select token', 'SwapSelectToken'),
  SwapPreview: other('Preview swap', 'SwapPreview'),
  OnRampProviders: other('Buy', 'OnRampProviders'),
  OnRampFiatSelect: other('Select Currency', 'OnRampFiatSelect'),
  OnRampTokenSelect: other('Select Token', 'OnRampTokenSelect'),
  OnRampActivity: other('Your purchases', 'OnRampActivity'),
  BuyInProgress: other('Buy', 'BuyInProgress'),
  WhatIsABuy: other('What is Buy?', 'WhatIsABuy'),
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

type OtherView = keyof typeof OTHER_VIEWS
type Loaders = { readonly [view in OtherView]: () => Promise<ViewComponent<view>> }

/** A view that the modal rarely opens with: one chunk lists where their code is, so that pages load no such list. */
function other<view extends OtherView>(
  title: string,
  view: view,
  more?: Pick<ViewEntry<view>, 'titleOf'>,
): ViewEntry<view> {
  const load = async () => {
    const loaders: Loaders = (await import('./other-views.ts')).OTHER_VIEWS
    return loaders[view]()
  }
  return entry(title, load, more)
}

function networkNameOf({ chainId }: { chainId: number }, kit: WalletKit): string | undefined {
  return kit.connections.getState().networks.find(({ id }) => id === chainId)?.name
}
