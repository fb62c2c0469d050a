import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import { logFailure } from '#api/log-failure.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import type { NewBet } from '#chain/contract/prediction-contract.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { showAfterClosing } from '#toasts/show-after-closing.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { betFailureText } from './bet-failure-text.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES } from './bet-messages.ts'
import { type BetOutcome, usePlaceBet } from './use-place-bet.ts'

type BetSendingOptions = {
  account: Address
  epoch: Epoch
  position: Position
  onPlaced: (epoch: Epoch, amount: Wei) => void
  onCollected?: ((epochs: readonly Epoch[]) => void) | undefined
  /** Not called after the dialog was closed: another one may be open by then. */
  onClose: () => void
}

/** Sends the bet and shows a toast with the result, even if the dialog was closed meanwhile. */
export function useBetSending(options: BetSendingOptions) {
  const { account, epoch, position, onPlaced, onCollected, onClose } = options
  const messages = useMessages(BET_MESSAGES)
  const failureMessages = useMessages(BET_FAILURE_MESSAGES)
  const toasts = useToastStore()
  const isOpen = useIsMounted()
  const tell = (outcome: BetOutcome, bet: NewBet) => {
    if (outcome === 'alreadyEntered') {
      return toasts.show({ level: 'info', text: messages.alreadyEntered })
    }
    const text = messages.success({ position: bet.position })
    const detail = messages.transactionSuccess({ ...bet, amount: formatBnb(bet.amount) })
    return toasts.show({ level: 'success', text, detail })
  }
  return usePlaceBet(account, epoch, {
    onSuccess: (outcome, bet) => {
      onPlaced(bet.epoch, bet.amount)
      if (outcome === 'placed' && bet.collect && bet.collect.length > 0) onCollected?.(bet.collect)
      if (isOpen.current) showAfterClosing(onClose, () => tell(outcome, bet))
      else tell(outcome, bet)
    },
    onError: async (error, wasSent) => {
      logFailure('Bet not placed', error)
      const failure = await loadFailure(error)
      toasts.show(betFailureText({ ...failure, wasSent }, position, failureMessages))
    },
  })
}

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Closes the dialog once there is a reason, and shows it. */
export function useCloseWith(reason: string | null, onClose: () => void): void {
  const toasts = useToastStore()
  useEffect(() => {
    if (reason === null) return
    showAfterClosing(onClose, () => toasts.show({ level: 'info', text: reason }))
  }, [reason, onClose, toasts])
}
