import { useEffect, useState } from 'react'
import { useConnection, useDisconnect } from 'wagmi'
import { useAppConfig } from '#api/app-config.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { loadWalletModal } from './load-wallet-modal.ts'

type WalletModalPlaceProps = {
  /** The visitor wants to connect. */
  isAsked: boolean
  onClose: () => void
}

/**
 * The wallet modal's place in a page, empty until it is asked for. Where visitors sign in, whoever is
 * connected brings the modal too: it looks for their session, and stays to sign them out.
 */
export function WalletModalPlace({ isAsked, onClose }: WalletModalPlaceProps) {
  const hasSignIn = useAppConfig().signIn !== 'off'
  const isConnected = useConnection().status === 'connected'
  const language = useLanguage()
  const isNeeded = isAsked || (hasSignIn && isConnected)
  const [isKept, setKept] = useState(false)
  if (hasSignIn && isNeeded && !isKept) setKept(true)
  const Modal = useModalCode(isNeeded)
  if (Modal === null || !(isNeeded || isKept)) return null
  return <Modal key={language} isAsked={isAsked} onClose={onClose} />
}

type Modal = Awaited<ReturnType<typeof loadWalletModal>>

/** The modal, null until it has loaded. Without it nobody can sign in: then nobody stays who must. */
function useModalCode(isNeeded: boolean): Modal | null {
  const messages = useMessages(CONNECT_MESSAGES)
  const toasts = useToastStore()
  const isRequired = useAppConfig().signIn === 'required'
  const { mutate: disconnect } = useDisconnect()
  const [modal, setModal] = useState<{ component: Modal } | null>(null)

  const isMissing = isNeeded && modal === null
  useEffect(() => {
    if (!isMissing) return
    const giveUp = () => {
      if (!isRequired) return
      toasts.show({ level: 'error', text: messages.notLoaded })
      disconnect({})
    }
    loadWalletModal().then((component) => setModal({ component }), giveUp)
  }, [isMissing, isRequired, toasts, messages, disconnect])
  return modal?.component ?? null
}
