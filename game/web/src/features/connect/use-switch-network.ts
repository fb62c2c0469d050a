import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { safe } from '#chain/safe/safe.ts'
import { switchToChain } from '#chain/wallet/switch-to-chain.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { connectFailureText } from './connect-failure-text.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'

/** Switches the wallet to the chain of the game. A Safe is on one. */
export function useSwitchNetwork() {
  const messages = useMessages(CONNECT_MESSAGES)
  const config = useConfig()
  const { chain } = useAppConfig()
  const toasts = useToastStore()
  const { mutate, isPending } = useMutation({
    mutationFn: () => switchToChain(config, chain.id),
    onError: async (error) => toasts.show(connectFailureText(await loadFailure(error), messages)),
  })
  const switchNetwork = useCallback(() => {
    if (safe() === null) mutate()
    else toasts.show({ level: 'info', text: messages.otherSafe({ chainName: chain.name }) })
  }, [mutate, toasts, messages, chain])
  return { isSwitching: isPending, switchNetwork }
}
