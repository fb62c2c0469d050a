import { embeddedConnectorOf } from '@bullring/wallet-kit/embedded-connector'
import { useMutation } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type Config, useConfig } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useMessages } from '#i18n/language.ts'
import { showAfterClosing } from '#toasts/show-after-closing.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import type { OneTapOwner } from '../session/use-offer.ts'
import { finishMove, type MovingWallet, moveAccount } from './move-account.ts'
import { MOVE_MESSAGES } from './move-messages.ts'

/** Moves a player to the smart account, with one approval in the wallet. */
export function useMove({ account, chainId }: OneTapOwner, onDone: () => void) {
  const config = useConfig()
  return useMutation({
    mutationFn: async (to: Address) => {
      const wallet = await loadWallet(config)
      await moveAccount(config.getClient({ chainId }), wallet, { from: account, to })
    },
    ...useMoveToasts(onDone),
  })
}

/** Goes on with a move that a page before this one has asked the wallet for. */
export function useReturnedMove() {
  const config = useConfig()
  return useMutation({
    mutationFn: async (response: Promise<unknown>) => {
      const sent = await response
      const client = config.getClient({ chainId: getConnection(config).chainId })
      await finishMove(client, await loadWallet(config), sent)
    },
    ...useMoveToasts(() => undefined),
  })
}

async function loadWallet(config: Config): Promise<MovingWallet> {
  const wallet = await embeddedConnectorOf(config)?.loadWallet()
  if (wallet === undefined) throw new Error('No embedded wallet')
  return wallet
}

function useMoveToasts(onDone: () => void) {
  const messages = useMessages(MOVE_MESSAGES)
  const toasts = useToastStore()
  return {
    onSuccess: () => {
      const toast = {
        level: 'success',
        text: messages.moved,
        detail: messages.movedDetail,
      } as const
      showAfterClosing(onDone, () => toasts.show(toast))
    },
    onError: async (error: Error) => {
      const { kind } = await loadFailure(error)
      if (kind === 'rejected') toasts.show({ level: 'info', text: messages.notMoved })
      else toasts.show({ level: 'error', text: messages.failed })
    },
  }
}
