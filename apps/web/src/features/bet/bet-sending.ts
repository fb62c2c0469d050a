import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { logFailure } from '#api/log-failure.ts'
import { loadFailure } from '#chain/load-failure.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { betFailureText } from './bet-failure-text.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES } from './bet-messages.ts'
import { usePlaceBet } from './use-place-bet.ts'

type BetSendingOptions = {
  account: Address
  epoch: Epoch
  position: Position
  onPlaced: (epoch: Epoch, amount: Wei) => void
  onCollected?: ((epochs: readonly Epoch[]) => void) | undefined
}

/** Sends the bet and shows a toast with the result, even if the dialog was closed meanwhile. */
export function useBetSending(options: BetSendingOptions) {
  const { account, epoch, position, onPlaced, onCollected } = options
  const messages = useMessages(BET_MESSAGES)
  const failureMessages = useMessages(BET_FAILURE_MESSAGES)
  const toasts = useToastStore()
  return usePlaceBet(account, epoch, {
    onSuccess: (outcome, bet) => {
      if (outcome === 'alreadyEntered') {
        toasts.show({ level: 'info', text: messages.alreadyEntered })
      } else {
        const text = messages.success({ position: bet.position })
        const detail = messages.transactionSuccess({ ...bet, amount: formatBnb(bet.amount) })
        toasts.show({ level: 'success', text, detail })
        if (bet.collect && bet.collect.length > 0) onCollected?.(bet.collect)
      }
      onPlaced(bet.epoch, bet.amount)
    },
    onError: async (error, wasSent) => {
      logFailure('Bet not placed', error)
      const failure = await loadFailure(error)
      toasts.show(betFailureText({ ...failure, wasSent }, position, failureMessages))
    },
  })
}

/** Closes the dialog once there is a reason, and shows it. */
export function useCloseWith(reason: string | null, onClose: () => void): void {
  const toasts = useToastStore()
  useEffect(() => {
    if (reason === null) return
    toasts.show({ level: 'info', text: reason })
    onClose()
  }, [reason, onClose, toasts])
}
