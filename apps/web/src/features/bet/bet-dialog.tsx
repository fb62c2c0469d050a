import { DEFAULT_BET_WEI } from '@bullring/prediction/bet-amount'
import { countdownText } from '@bullring/prediction/countdown'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useMarketRules } from '#api/market-rules.ts'
import type { Round } from '#api/round.ts'
import { loadFailure } from '#chain/load-failure.ts'
import { useChainTime, useHasPassed } from '#chain/use-chain-time.ts'
import { formatBnb, formatPercent } from '#format/format.ts'
import { parseAmount } from '#format/parse-amount.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { AmountField } from './amount-field.tsx'
import styles from './bet-dialog.module.css'
import { betFailureText } from './bet-failure-text.ts'
import { INITIAL_FORM, withAmount } from './bet-form.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES, type BetMessages } from './bet-messages.ts'
import { betProblem } from './bet-problem.ts'
import { expectedReturn } from './expected-return.ts'
import { ReturnPreview } from './return-preview.tsx'
import { useNextFee } from './use-next-fee.ts'
import { useBetTerms, usePlaceBet } from './use-place-bet.ts'

type BetDialogProps = {
  position: Position
  /** The current round: the odds move while the dialog is open. */
  round: Round
  account: Address
  balance: Wei | null
  hasEntered: boolean
  topUp?: ReactNode
  onPlaced: (epoch: Epoch) => void
  onClose: () => void
}

/** Lets the visitor enter an amount and sends the bet. */
export function BetDialog(props: BetDialogProps) {
  const messages = useMessages(BET_MESSAGES)
  const market = useMarketRules()
  const { position, round, account, balance, hasEntered, onClose } = props
  const [form, setForm] = useState(INITIAL_FORM)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const terms = useBetTerms(account)
  const hasLocked = useHasPassed(round.times.lockTimestamp)
  const bet = useBetSending(props)
  // The visitor's bet arrives in the index before the dialog closes.
  const hasOtherBet = hasEntered && !bet.isPending && !bet.isSuccess
  useCloseWith(hasLocked && !bet.isPending ? messages.ended : null, onClose)
  useCloseWith(hasOtherBet ? messages.alreadyEntered : null, onClose)

  const { text } = form
  const problem = betProblem(
    {
      round,
      hasLocked,
      hasEntered: hasOtherBet,
      text,
      balance,
      ...terms,
      isContractBarred: market.kind === 'pancake-v2' && terms.hasCode,
    },
    messages,
    useMessages(BET_FAILURE_MESSAGES),
  )
  // No error on a form that has just opened.
  const isErrorHidden = !hasSubmitted && (problem?.kind === 'zero' || problem?.kind === 'empty')
  const amount = parseAmount(text) ?? toWei(0n)
  const previewed = problem?.kind === 'balance' ? toWei(0n) : amount
  // R-BET-4. Not called after the dialog was closed: another one may be open by then.
  const onSuccess = () => {
    setForm(withAmount(DEFAULT_BET_WEI, balance ?? toWei(0n)))
    onClose()
  }
  const submit = () => {
    setHasSubmitted(true)
    if (problem !== null) return
    bet.mutate({ account, epoch: round.epoch, position, amount }, { onSuccess })
  }
  const tone = POSITION_TONES[position]

  return (
    <Dialog
      onClose={onClose}
      initialFocus={amountInput}
      title={
        <span className={classNames(styles['title'], styles[tone])}>
          <Icon name={tone} size={18} />
          {messages.predict({ position })}
        </span>
      }
    >
      <form
        className={classNames(styles['form'], styles[tone])}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <LockLine round={round} />
        <AmountField
          ref={amountInput}
          form={form}
          balance={balance}
          minimum={terms.minimum}
          error={isErrorHidden ? null : problem}
          topUp={props.topUp}
          isDisabled={bet.isPending}
          onChange={setForm}
          onSubmit={submit}
        />
        <ReturnPreview
          amount={previewed}
          expected={expectedReturn(round.pool, position, previewed, round.treasuryFee, market)}
        />
        <p className={styles['warning']}>{messages.warning}</p>
        <Button
          type="submit"
          size="large"
          tone={tone}
          disabled={problem !== null && problem.kind !== 'empty'}
          isPending={bet.isPending}
        >
          {pendingText(bet, messages) ?? messages.confirm({ position })}
        </Button>
        <RiskNote round={round} />
      </form>
    </Dialog>
  )
}

/** The label of the button while the bet is being sent; null before. */
function pendingText(
  { isPending, isSent }: { isPending: boolean; isSent: boolean },
  messages: BetMessages,
): string | null {
  if (!isPending) return null
  return isSent ? messages.sent : messages.signing
}

/** What every player should know: the odds move, and the house takes a fee, which may be about to change. */
function RiskNote({ round }: { round: Round }) {
  const messages = useMessages(BET_MESSAGES)
  const { kind } = useMarketRules()
  const next = useNextFee(round.epoch)
  return (
    <p className={styles['risk']}>
      {messages.risk({ fee: formatPercent(round.treasuryFee) })}{' '}
      {kind === 'pancake-v2' ? messages.pancakeRules : messages.feeIsCapped}
      {next !== null && (
        <b> {messages.nextFee({ epoch: next.epoch, fee: formatPercent(next.fee) })}</b>
      )}
    </p>
  )
}

/** Sends the bet and shows a toast with the result, even if the dialog was closed meanwhile. */
function useBetSending({ position, round, account, onPlaced }: BetDialogProps) {
  const messages = useMessages(BET_MESSAGES)
  const failureMessages = useMessages(BET_FAILURE_MESSAGES)
  const toasts = useToastStore()
  return usePlaceBet(account, round.epoch, {
    onSuccess: (outcome, { amount, epoch }) => {
      if (outcome === 'alreadyEntered') {
        toasts.show({ level: 'info', text: messages.alreadyEntered })
      } else {
        const detail = messages.successDetail({ amount: formatBnb(amount), epoch })
        toasts.show({ level: 'success', text: messages.success({ position }), detail })
      }
      onPlaced(epoch)
    },
    onError: async (error, wasSent) => {
      const failure = await loadFailure(error)
      toasts.show(betFailureText({ ...failure, wasSent }, position, failureMessages))
    },
  })
}

/** Closes the dialog once there is a reason, and shows it. */
function useCloseWith(reason: string | null, onClose: () => void) {
  const toasts = useToastStore()
  useEffect(() => {
    if (reason === null) return
    toasts.show({ level: 'info', text: reason })
    onClose()
  }, [reason, onClose, toasts])
}

/** The round's number and the time left to bet. */
function LockLine({ round }: { round: Round }) {
  const messages = useMessages(BET_MESSAGES)
  const left = useChainTime((now) =>
    now === null ? '' : countdownText(round.times.lockTimestamp - now),
  )
  return (
    <p className={styles['lock']}>
      {messages.round} #{round.epoch.toString()} {messages.locksIn} <b>{left}</b>
    </p>
  )
}
