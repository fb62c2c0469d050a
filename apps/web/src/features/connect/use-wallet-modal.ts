import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from 'wagmi'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { loadConnectModal } from './load-wallet-modal.ts'

/**
 * The way to the wallet modal, whose code comes when it is asked for at the latest.
 *
 * @param open - Called once it is there.
 */
export function useWalletModal(open: () => void) {
  const messages = useMessages(CONNECT_MESSAGES)
  const toasts = useToastStore()
  const { status } = useConnection()
  usePreload(status === 'disconnected')
  const { mutate, isPending } = useMutation({
    mutationFn: loadConnectModal,
    onSuccess: open,
    onError: () => toasts.show({ level: 'error', text: messages.notLoaded }),
  })
  return { isOpening: isPending, openModal: () => mutate() }
}

/** A pointer or a key that moves: whoever reads only never pays for the modal. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown'] as const

/** Fetches the modal at the first sign of life: most clicks then find it there. */
function usePreload(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const wait = new AbortController()
    const load = () => {
      wait.abort()
      // A failure is told when the modal is asked for.
      loadConnectModal().catch(() => undefined)
    }
    const options = { passive: true, signal: wait.signal }
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, load, options)
    return () => wait.abort()
  }, [isNeeded])
}
