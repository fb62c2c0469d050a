import type { AppConfig } from '@bullring/game-api/config'
import {
  createWalletKit,
  type WalletKit,
  type WalletKitOptions,
} from '@bullring/wallet-kit/create-wallet-kit'
import type { KitMessageOverrides } from '@bullring/wallet-kit/messages'
import { preloadView } from '@bullring/wallet-kit/preload-view'
import { useWalletKitState, WalletKitProvider } from '@bullring/wallet-kit/react'
import { useEffect, useLayoutEffect } from 'react'
import { type Config, useConfig } from 'wagmi'
import { openStorage } from '#browser/open-storage.ts'
import { brandName } from '#browser/page-brand.ts'
import { telegram } from '#browser/telegram.ts'
import { useBackToClose } from '#browser/use-back-to-close.ts'
import { BURNER_CONNECTOR_ID } from '#chain/burner/burner-connector.ts'
import { reportMined } from '#chain/contract/mined-transactions.ts'
import { safe } from '#chain/safe/safe.ts'
import { appMetadata } from '#chain/wallet/app-metadata.ts'
import type { SignInSession } from '#chain/wallet/sign-in-session.ts'
import { useIsDark } from '#settings/theme.ts'
import type { ToastStore } from '#toasts/toast-store.ts'
import type { ConnectMessages } from './connect-messages.ts'

/** The kit's modal. While mounted, it also asks connected visitors to sign in. */
export function WalletModal({ kit }: { kit: WalletKit }) {
  return (
    <WalletKitProvider kit={kit}>
      <BackCloses kit={kit} />
      <CloseEndsWait />
      <FollowTheme kit={kit} />
    </WalletKitProvider>
  )
}

/** A modal that refuses to close, because sign-in is required, shakes. */
function BackCloses({ kit: { modal } }: { kit: WalletKit }) {
  useBackToClose(modal.requestClose, { isOpen: useWalletKitState().isOpen })
  return null
}

/**
 * A visitor who closes the modal no longer waits for a wallet, though one that still responds connects. Otherwise the
 * page would show an abandoned QR code as connecting until it expires.
 */
function CloseEndsWait() {
  const { isOpen } = useWalletKitState()
  const config = useConfig()
  useEffect(() => {
    if (!isOpen) return
    return () =>
      config.setState((state) =>
        state.status === 'connecting' ? { ...state, status: 'disconnected' } : state,
      )
  }, [isOpen, config])
  return null
}

function FollowTheme({ kit: { theme } }: { kit: WalletKit }) {
  const isDark = useIsDark()
  useLayoutEffect(() => theme.setState({ mode: isDark ? 'dark' : 'light' }), [theme, isDark])
  return null
}

/**
 * Opens the modal for a visitor who wants to connect.
 *
 * @param reason - Why, if it was not the visitor's request.
 */
export function openConnect({ modal, options }: WalletKit, reason: string | null): void {
  modal.open('Connect', reason === null ? undefined : { reason })
  if (options.siwx !== undefined) void preloadView('SIWXSignMessage')
}

/** Opens the account: tokens, NFTs, activity, and what can be done with them. */
export function openAccount({ modal }: WalletKit): void {
  modal.open('Account')
}

type GameKitDeps = {
  /** Called with the sign-in session of the connected account; null without one. */
  onSession: (session: SignInSession | null) => void
  config: Config
  appConfig: AppConfig
  modalTexts: KitMessageOverrides
  messages: ConnectMessages
  toasts: ToastStore
}

/** Creates the kit with the options of the game, in the language of the page. */
export function createGameKit(deps: GameKitDeps): WalletKit {
  const { config, appConfig, modalTexts, messages, toasts, onSession } = deps
  const { playMoney, playMoneyHint, notSignedIn } = messages
  return createWalletKit({
    ...serviceOptions(appConfig),
    config,
    metadata: appMetadata(window.location.origin, Object.keys(appConfig.markets)),
    storage: openStorage(window, 'localStorage'),
    features: { socials: appConfig.socials, ...(safe() && SAFE_FEATURES) },
    enableNetworkSwitch: safe() === null,
    ...telegramOptions(appConfig),
    // The pages handle a wallet on another network themselves.
    allowUnsupportedChain: true,
    hasOwnRelay: safe() === null && (appConfig.relayUrl?.startsWith('/') ?? false),
    messages: modalTexts,
    connectorTexts: { [BURNER_CONNECTOR_ID]: { name: playMoney, hint: playMoneyHint } },
    onEvent: ({ event }) => {
      const isDisconnected = event === 'CLICK_CANCEL_SIWX' && appConfig.signIn === 'required'
      if (isDisconnected) toasts.show({ level: 'info', text: notSignedIn })
    },
    onTransactionMined: reportMined,
    onSession: (session) =>
      onSession(session?.token ? { account: session.address, token: session.token } : null),
  })
}

/** Safe sends and swaps by itself, and its hashes name no transactions. */
const SAFE_FEATURES = { send: false, swaps: false, onramp: false } as const

/** Launch data of another bot, or of none, would log no one in. */
function telegramOptions({ features }: AppConfig): Pick<WalletKitOptions, 'telegramInitData'> {
  const initData = telegram()?.initData
  return features.telegram && initData ? { telegramInitData: initData } : {}
}

/** A name that EIP-4361 does not allow is left out. */
function signInStatement(name: string): string {
  return /^[\x20-\x7e]+$/.test(name) ? `Sign in to ${name}.` : 'Sign in.'
}

/** Without a wallet service, the list holds only installed wallets, and there is no sign-in. */
function serviceOptions({
  walletServicesUrl,
  projectId,
  signIn,
}: AppConfig): Omit<WalletKitOptions, 'config'> {
  if (walletServicesUrl === null) return { projectId }
  const siwx = {
    sessions: 'server',
    isRequired: signIn === 'required',
    // In English for everyone: EIP-4361 allows only ASCII, and wallets show it beside English field names.
    statement: signInStatement(brandName()),
  } as const
  return {
    projectId,
    catalogueUrl: walletServicesUrl,
    servicesUrl: walletServicesUrl,
    ...(signIn !== 'off' && { siwx }),
  }
}
