import { createWalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { WalletKitProvider } from '@bullring/wallet-kit/react'
import type { AppConfig } from '@bullring/wire/game-api/config'
import { useEffect, useState } from 'react'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/app-config.ts'
import { BURNER_CONNECTOR_ID } from '#chain/burner-connector.ts'
import { useLanguage, useWords } from '#i18n/language.ts'
import { CHINESE_MODAL } from './chinese-modal.ts'
import { CONNECT_WORDS } from './connect-words.ts'

/** The wallet kit's modal over the page, mounted while open. It closes itself once connected. */
export function WalletModal({ onClose }: { onClose: () => void }) {
  const config = useConfig()
  const appConfig = useAppConfig()
  const language = useLanguage()
  const { playMoney, playMoneyHint } = useWords(CONNECT_WORDS)
  const [kit] = useState(() =>
    createWalletKit({
      ...catalogueOptions(appConfig),
      config,
      // The pages themselves say what a wallet on another network may do there.
      allowUnsupportedChain: true,
      themeMode: 'light',
      words: language === 'zh-CN' ? CHINESE_MODAL : {},
      connectorTexts: { [BURNER_CONNECTOR_ID]: { name: playMoney, hint: playMoneyHint } },
      debug: import.meta.env.DEV,
    }),
  )

  useEffect(() => {
    kit.modal.open('Connect')
    return kit.modal.subscribe(() => {
      if (!kit.modal.getState().isOpen) onClose()
    })
  }, [kit, onClose])

  return <WalletKitProvider kit={kit}>{null}</WalletKitProvider>
}

/** Where there is no wallet service, the list holds the wallets of this browser. */
function catalogueOptions({ walletServicesUrl, projectId }: AppConfig) {
  return { projectId, ...(walletServicesUrl !== null && { catalogueUrl: walletServicesUrl }) }
}
