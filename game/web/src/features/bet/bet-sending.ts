import type { Epoch, UnixSeconds, Wei } from '@bullring/prediction/units'
import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import { logFailure } from '#api/log-failure.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useChainClock } from '#chain/clock/use-chain-time.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import type { NewBet } from '#chain/contract/prediction-contract.ts'
import { useAccountToast } from '#chain/wallet/use-account-toast.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { showAfterClosing } from '#toasts/show-after-closing.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'
import { betFailureText, safeFailureText } from './bet-failure-text.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES } from './bet-messages.ts'
import { type BetOutcome, usePlaceBet } from './use-place-bet.ts'

type BetSendingOptions = {
  account: Address
  epoch: Epoch
  lockAt: UnixSeconds
  /** Whether the round had locked already when the page loaded. */
  hasLocked?: boolean
  onPlaced: (epoch: Epoch, amount: Wei) => void
  onCollected?: ((epochs: readonly Epoch[]) => void) | undefined
  /** Not called after the dialog was closed: another one may be open by then. */
  onClose: () => void
  /** Called for a bet that the player has not approved, while the round takes bets. */
  onRejected?: (bet: NewBet) => void
}

/** Sends the bet and shows a toast with the result, even if the dialog was closed meanwhile. */
export function useBetSending(options: BetSendingOptions) {
  const { account, epoch, onPlaced, onCollected, onClose, onRejected } = options
  const texts = useBetTexts()
  const showToast = useAccountToast()
  const openFor = useMountedFor(account)
  const symbol = useMarketSymbol()
  const clock = useChainClock()
  return usePlaceBet(account, epoch, {
    onSuccess: (outcome, bet) => {
      onPlaced(bet.epoch, bet.amount)
      if (outcome === 'placed' && bet.collect && bet.collect.length > 0) onCollected?.(bet.collect)
      const isOpen = openFor.current === bet.account
      const tell = () => showToast(bet.account, texts.resultOf(outcome, bet), symbol)
      if (isOpen) showAfterClosing(onClose, tell)
      else tell()
    },
    onError: async (error, bet, wasSent) => {
      const hasClosed = options.hasLocked || (clock.now() ?? 0) >= options.lockAt
      const { kind, toast } = await texts.failureOf(error, bet, { wasSent, hasClosed })
      if (kind === 'rejected' && !hasClosed) onRejected?.(bet)
      showToast(bet.account, toast, symbol)
    },
  })
}

/** Returns functions that say what has become of a bet. */
export function useBetTexts() {
  const messages = useMessages(BET_MESSAGES)
  const failureMessages = useMessages(BET_FAILURE_MESSAGES)
  const resultOf = (outcome: BetOutcome, bet: NewBet): Toast => {
    if (outcome === 'alreadyEntered') return { level: 'info', text: messages.alreadyEntered }
    const text = messages.success({ position: bet.position })
    const detail = messages.transactionSuccess({ ...bet, amount: formatBnb(bet.amount) })
    return { level: 'success', text, detail }
  }
  const failureOf = async (
    error: Error,
    bet: NewBet,
    state: { wasSent: boolean; hasClosed: boolean },
  ) => {
    logFailure('Bet not placed', error)
    const failure = await loadFailure(error)
    const toast =
      safeFailureText(error, bet, failureMessages) ??
      betFailureText({ ...failure, ...state }, bet, failureMessages)
    return { kind: failure.kind, toast }
  }
  return { resultOf, failureOf }
}

/** The account of the open dialog; null once it is closed. A wallet may switch accounts while one's bet is pending. */
function useMountedFor(account: Address) {
  const mounted = useRef<Address | null>(null)
  useEffect(() => {
    mounted.current = account
    return () => {
      mounted.current = null
    }
  }, [account])
  return mounted
}

/** Closes the dialog once there is a reason, and shows it. */
export function useCloseWith(reason: string | null, onClose: () => void): void {
  const toasts = useToastStore()
  useEffect(() => {
    if (reason === null) return
    showAfterClosing(onClose, () => toasts.show({ level: 'info', text: reason }))
  }, [reason, onClose, toasts])
}
