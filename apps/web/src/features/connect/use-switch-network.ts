import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useConfig, useConnection } from 'wagmi'
import { type SwitchingProvider, switchChain } from '#chain/switch-chain.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { loadConnectMessage } from './load-connect-message.ts'

/** Moves the wallet to the game's chain. */
export function useSwitchNetwork() {
  const messages = useMessages(CONNECT_MESSAGES)
  const { connector } = useConnection()
  const chain = useConfig().chains[0]
  const toasts = useToastStore()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // Every connector hands out an EIP-1193 object; wagmi leaves its type open.
      const provider = (await connector?.getProvider()) as SwitchingProvider | undefined
      if (provider) await switchChain(provider, chain)
    },
    onError: async (error) => toasts.show(await loadConnectMessage(error, messages)),
  })
  const switchNetwork = useCallback(() => mutate(), [mutate])
  return { isSwitching: isPending, switchNetwork }
}
