import { type ExpectedReturn, expectedReturn } from '@bullring/client/payouts'
import { DEFAULT_BET_WEI } from '@bullring/prediction/bet-amount'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { useState } from 'react'
import type { Address } from 'viem'
import { useMarketRules } from '#api/market/market-rules.ts'
import { useMostDailyStake } from '#api/market/use-most-daily-stake.ts'
import type { Round } from '#api/round/round.ts'
import { lastApprovalAt, lastPermissionAt } from '#chain/clock/approval-time.ts'
import { useHasPassed } from '#chain/clock/use-chain-time.ts'
import { useAsksForApproval } from '#chain/wallet/use-wallet.ts'
import { parseAmount } from '#format/parse-amount.ts'
import { useMessages } from '#i18n/language.ts'
import { useBetLimit } from '#settings/use-bet-limit.ts'
import { INITIAL_FORM, withAmount } from './bet-form.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES } from './bet-messages.ts'
import { betProblem } from './bet-problem.ts'
import { useBetSending, useCloseWith } from './bet-sending.ts'
import { useFirstTap } from './use-first-tap.ts'
import { useBetTerms } from './use-place-bet.ts'

export type BetFormOptions = {
  /** The side on opening. */
  position: Position
  /** Stake of a bet that the player has not approved: it can be placed alone. None by default. */
  refused?: Wei | undefined
  /** The current round: the odds move while the dialog is open. */
  round: Round
  account: Address
  balance: Wei | null
  hasEntered: boolean
  /** Rounds of this market whose payouts wait to be collected. */
  collectable?: readonly Epoch[]
  onPlaced: (epoch: Epoch) => void
  /** Called with the rounds that were collected with the bet. */
  onCollected?: (epochs: readonly Epoch[]) => void
  onClose: () => void
}

/** Returns the visitor's input, its payout, and the problem that prevents sending. */
export function useBetForm(options: BetFormOptions) {
  const { round, account, balance, refused, onPlaced, onCollected, onClose } = options
  const { epoch } = round
  const [position, setPosition] = useState(options.position)
  const [form, setForm] = useState(() =>
    refused === undefined ? INITIAL_FORM : withAmount(refused, balance ?? toWei(0n)),
  )
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const limit = useBetLimit(useMostDailyStake())
  const record = (placed: Epoch, stake: Wei) => {
    limit.recordStake(stake)
    onPlaced(placed)
  }
  // R-BET-4
  const close = () => {
    setForm(withAmount(DEFAULT_BET_WEI, balance ?? toWei(0n)))
    onClose()
  }
  const sent = { account, epoch, position }
  const sending = useBetSending({
    ...sent,
    lockAt: round.times.lockTimestamp,
    onPlaced: record,
    onCollected,
    onClose: close,
  })
  const firstTap = useFirstTap(sending.mutate, refused === undefined)
  const isTooLateToTap = useHasPassed(lastPermissionAt(round.times.lockTimestamp))
  const amount = parseAmount(form.text) ?? toWei(0n)
  const limitProblem = limit.problem(amount)
  const { problem, minimum, canBatch } = useProblem(
    options,
    { isPending: sending.isPending || firstTap.isPending, isSuccess: sending.isSuccess },
    form.text,
    limitProblem,
  )
  const placeByTap = isTooLateToTap ? null : firstTap.place
  // Payouts are collected with one tap, too.
  const isBatched = canBatch && placeByTap === null
  const collecting = useCollecting(isBatched ? (options.collectable ?? []) : [])
  const isTooMuch = balance !== null && amount > balance
  const outlook = useOutlook(round, position, amount, isTooMuch)
  const submit = () => {
    setHasSubmitted(true)
    if (problem !== null || outlook.askFirst()) return
    const bet = { ...sent, amount }
    if (placeByTap !== null) return placeByTap(bet)
    const { collected: collect } = collecting
    sending.mutate(collect.length > 0 ? { ...bet, collect } : bet)
  }
  // No error on a form that has just opened.
  const isHidden = !hasSubmitted && (problem?.kind === 'zero' || problem?.kind === 'empty')
  const shownProblem = isHidden ? null : problem
  const inputs = { position, setPosition, form, setForm, submit }
  const state = { isPending: sending.isPending || firstTap.isPending, isSent: sending.isSent }
  const oneTap = {
    amount: problem === null ? amount : null,
    isOn: firstTap.isOn,
    isDisabled: state.isPending,
    onChange: firstTap.setOn,
    onOffer: firstTap.onOffer,
    onClose: close,
  }
  return {
    ...inputs,
    ...collecting,
    ...outlook,
    ...state,
    problem,
    shownProblem,
    minimum,
    oneTap,
    isTooLateToTap,
  }
}

/** Returns the rounds that are collected together with the bet. */
function useCollecting(collectable: readonly Epoch[]) {
  const [isCollecting, setCollecting] = useState(true)
  const collected = isCollecting ? collectable : []
  return { collectable, collected, isCollecting, setCollecting }
}

/** Returns the expected payout. A bet that cannot gain anything must be confirmed. */
function useOutlook(round: Round, position: Position, amount: Wei, isTooMuch: boolean) {
  const market = useMarketRules()
  const [asked, setAsked] = useState<string | null>(null)
  const previewed = isTooMuch ? toWei(0n) : amount
  const expected = expectedReturn(round.pool, position, previewed, round.treasuryFee, market)
  const entered = `${position} ${amount}`
  const mustAsk = amount > 0n && isPointless(expected)
  const isAsked = mustAsk && asked === entered
  /** Asks for confirmation where it is due, and returns whether it did. */
  const askFirst = (): boolean => {
    if (!mustAsk || isAsked) return false
    setAsked(entered)
    return true
  }
  return { previewed, expected, isAsked, askFirst }
}

/** Even a win would not pay more than the stake. A stake that comes back anyway is no such case. */
function isPointless({ isRefund, profit }: ExpectedReturn): boolean {
  return !isRefund && profit <= 0n
}

/** Returns the reason why the bet cannot be sent. Closes the dialog when it never can be. */
function useProblem(
  { round, account, balance, hasEntered, onClose }: BetFormOptions,
  { isPending, isSuccess }: { isPending: boolean; isSuccess: boolean },
  text: string,
  limitProblem: string | null,
) {
  const messages = useMessages(BET_MESSAGES)
  const failureMessages = useMessages(BET_FAILURE_MESSAGES)
  const market = useMarketRules()
  const terms = useBetTerms(account)
  const { lockTimestamp } = round.times
  const hasLocked = useHasPassed(lockTimestamp)
  const isInMargin = useHasPassed(lastApprovalAt(lockTimestamp))
  const asksForApproval = useAsksForApproval()
  // The visitor's bet arrives in the index before the dialog closes.
  const isDone = isPending || isSuccess
  const hasOtherBet = hasEntered && !isDone
  useCloseWith(hasLocked && !isPending ? messages.ended : null, onClose)
  useCloseWith(hasOtherBet ? messages.alreadyEntered : null, onClose)
  const isContractBarred = market.kind === 'pancake-v2' && terms.hasCode
  const problem = betProblem(
    {
      round,
      hasLocked,
      isTooLate: isInMargin && asksForApproval && !isDone,
      hasEntered: hasOtherBet,
      text,
      balance,
      ...terms,
      isContractBarred,
      limitProblem,
    },
    messages,
    failureMessages,
  )
  return { problem, minimum: terms.minimum, canBatch: terms.canBatch }
}
