import { useMutation } from '@tanstack/react-query'
import { useConfig, useConnection } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { switchToChain } from '#chain/wallet/switch-to-chain.ts'
import { useMessages } from '#i18n/language.ts'
import { directBetFailureText } from '../direct-bet-failure-text.ts'
import { DIRECT_FAILURE_MESSAGES, DIRECT_LOG_MESSAGES } from '../direct-bet-messages.ts'
import type { WriteLog } from '../progress/use-execution-log.ts'
import { chainName, isAcceptedChain } from './accepted-chains.ts'

/** The chain the wallet is on. */
export type WalletChain = { id: number; name: string | null; isAccepted: boolean }

/** The wallet's chain, and two ways to switch it to the game's chain. Both write to the log. */
export function useWalletChain(write: WriteLog) {
  const messages = useMessages(DIRECT_LOG_MESSAGES)
  const failureMessages = useMessages(DIRECT_FAILURE_MESSAGES)
  const { chain: game } = useAppConfig()
  const { chainId, status } = useConnection()
  const config = useConfig()

  const switchToGame = async () => {
    if (chainId === game.id) return
    write(messages.switching({ name: game.name }))
    await switchToChain(config, game.id)
    write(messages.switched({ name: game.name }), 'done')
  }
  const { mutate, isPending } = useMutation({
    mutationFn: switchToGame,
    onError: async (error) => {
      const failure = await loadFailure(error)
      const { text, level } = directBetFailureText(failure, 'switch', failureMessages)
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
  return { walletChain, isSwitching: isPending, switchNetwork: () => mutate(), switchToGame }
}
