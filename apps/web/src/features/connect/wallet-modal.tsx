import { createWalletKit, type WalletKitOptions } from '@bullring/wallet-kit/create-wallet-kit'
import { preloadView } from '@bullring/wallet-kit/preload-view'
import { WalletKitProvider } from '@bullring/wallet-kit/react'
import type { AppConfig } from '@bullring/wire/game-api/config'
import { useEffect, useState } from 'react'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/app-config.ts'
import { openStorage } from '#browser/open-storage.ts'
import { appMetadata } from '#chain/app-metadata.ts'
import { BURNER_CONNECTOR_ID } from '#chain/burner-connector.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CHINESE_MODAL } from './chinese-modal.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'

type WalletModalProps = {
  /** The visitor wants to connect: the modal opens. It closes itself once that is done. */
  isAsked: boolean
  /** Called when the modal that was asked for has closed. */
  onClose: () => void
}

/** The wallet kit's modal over the page. While it is mounted, it asks who connects to sign in. */
export function WalletModal({ isAsked, onClose }: WalletModalProps) {
  const kit = useGameKit()
  useEffect(() => {
    if (!isAsked) return
    kit.modal.open('Connect')
    if (kit.options.siwx !== undefined) preloadView('SIWXSignMessage')
    return kit.modal.subscribe(() => {
      if (!kit.modal.getState().isOpen) onClose()
    })
  }, [kit, isAsked, onClose])

  return <WalletKitProvider kit={kit}>{null}</WalletKitProvider>
}

/** The kit as the game configures it, in the language of the page. */
function useGameKit() {
  const config = useConfig()
  const appConfig = useAppConfig()
  const language = useLanguage()
  const toasts = useToastStore()
  const { playMoney, playMoneyHint, notSignedIn } = useMessages(CONNECT_MESSAGES)
  const [kit] = useState(() =>
    createWalletKit({
      ...serviceOptions(appConfig),
      config,
      metadata: appMetadata(window.location.origin),
      storage: openStorage(window, 'localStorage'),
      // The pages themselves say what a wallet on another network may do there.
      allowUnsupportedChain: true,
      themeMode: 'light',
      messages: language === 'zh-CN' ? CHINESE_MODAL : {},
      connectorTexts: { [BURNER_CONNECTOR_ID]: { name: playMoney, hint: playMoneyHint } },
      onEvent: ({ event }) => {
        const isGone = event === 'CLICK_CANCEL_SIWX' && appConfig.signIn === 'required'
        if (isGone) toasts.show({ level: 'info', text: notSignedIn })
      },
      debug: import.meta.env.DEV,
    }),
  )
  return kit
}

/** Where there is no wallet service, the list holds the wallets of this browser, and nobody signs in. */
function serviceOptions({
  walletServicesUrl,
  projectId,
  signIn,
}: AppConfig): Omit<WalletKitOptions, 'config'> {
  if (walletServicesUrl === null) return { projectId }
  const siwx = {
    sessions: 'server',
    isRequired: signIn === 'required',
    statement: 'Sign in to Bullring.',
  } as const
  return {
    projectId,
    catalogueUrl: walletServicesUrl,
    servicesUrl: walletServicesUrl,
    ...(signIn !== 'off' && { siwx }),
  }
}
