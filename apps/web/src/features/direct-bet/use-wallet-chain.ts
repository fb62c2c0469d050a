import { useMutation } from '@tanstack/react-query'
import { useConfig, useConnection } from 'wagmi'
import { useAppConfig } from '#api/app-config.ts'
import { type SwitchingProvider, switchChain } from '#chain/switch-chain.ts'
import { useMessages } from '#i18n/language.ts'
import { chainName, isAcceptedChain } from './chain-check.ts'
import { DIRECT_BET_MESSAGES } from './direct-bet-messages.ts'
import { loadDirectBetMessage } from './load-direct-bet-message.ts'
import type { WriteLog } from './use-execution-log.ts'

/** The chain the wallet is on; null without a wallet. */
export type WalletChain = { id: number; name: string | null; isAccepted: boolean }

/** Where the wallet is, and the way to where the game is. Both ways write the log. */
export function useWalletChain(write: WriteLog) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const { chain: game } = useAppConfig()
  const { chainId, connector, status } = useConnection()
  const target = useConfig().chains[0]

  const moveToGame = async () => {
    if (chainId === game.id) return
    write(messages.log.switching(game.name))
    // Every connector hands out an EIP-1193 object; wagmi leaves its type open.
    const provider = (await connector?.getProvider()) as SwitchingProvider | undefined
    if (provider) await switchChain(provider, target)
    write(messages.log.switched(game.name), 'done')
  }
  const { mutate, isPending } = useMutation({
    mutationFn: moveToGame,
    onError: async (error) => {
      const { text, level } = await loadDirectBetMessage(error, 'switch', messages)
      write(text, level)
    },
  })
  const walletChain: WalletChain | null =
    status === 'connected'
      ? {
          id: chainId,
          name: chainName(chainId, game),
          isAccepted: isAcceptedChain(chainId, game),
        }
      : null
  return { walletChain, isSwitching: isPending, switchNetwork: () => mutate(), moveToGame }
}
