import { DEFAULT_BET_WEI } from '@bullring/prediction/bet-amount'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type ReactNode, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useMarketRules } from '#api/market-rules.ts'
import type { Round } from '#api/round.ts'
import { useHasPassed } from '#chain/use-chain-time.ts'
import { parseAmount } from '#format/parse-amount.ts'
import { useMessages } from '#i18n/language.ts'
import { useBetLimit } from '#settings/use-bet-limit.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { Switch } from '#ui/switch.tsx'
import { AmountField } from './amount-field.tsx'
import styles from './bet-dialog.module.css'
import { INITIAL_FORM, withAmount } from './bet-form.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES, type BetMessages } from './bet-messages.ts'
import { type LivePrice, RiskNote, RoundLine } from './bet-notes.tsx'
import { betProblem } from './bet-problem.ts'
import { useBetSending, useCloseWith } from './bet-sending.ts'
import { type ExpectedReturn, expectedReturn } from './expected-return.ts'
import { PayoutLine, ReturnPreview } from './return-preview.tsx'
import { SideSwitch } from './side-switch.tsx'
import { useBetTerms } from './use-place-bet.ts'

type BetDialogProps = {
  /** The side on opening. */
  position: Position
  /** The current round: the odds move while the dialog is open. */
  round: Round
  price: LivePrice | null
  account: Address
  balance: Wei | null
  hasEntered: boolean
  /** Rounds of this market whose payouts wait to be collected. */
  collectable?: readonly Epoch[]
  topUp?: ReactNode
  onPlaced: (epoch: Epoch) => void
  /** Called with the rounds that were collected with the bet. */
  onCollected?: (epochs: readonly Epoch[]) => void
  onClose: () => void
}

/** Lets the visitor choose side and amount and sends the bet. */
export function BetDialog(props: BetDialogProps) {
  const messages = useMessages(BET_MESSAGES)
  const { round, balance, price, topUp, onClose } = props
  const amountInput = useRef<HTMLInputElement>(null)
  const bet = useBetForm(props)
  const { position, form, problem, expected, isAsked } = bet
  const tone = POSITION_TONES[position]
  return (
    <Dialog
      onClose={onClose}
      {...(!isTouchDevice() && { initialFocus: amountInput })}
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
          bet.submit()
        }}
      >
        <RoundLine round={round} price={price} />
        <SideSwitch
          position={position}
          multiples={round.multiples}
          isDisabled={bet.isPending}
          onChange={bet.setPosition}
        />
        <AmountField
          ref={amountInput}
          form={form}
          balance={balance}
          minimum={bet.minimum}
          error={bet.shownProblem}
          topUp={topUp}
          isDisabled={bet.isPending}
          onChange={bet.setForm}
          onSubmit={bet.submit}
        />
        {bet.collectable.length > 0 && (
          <Switch
            label={messages.collectToo}
            hint={messages.collectTooHint({ count: bet.collectable.length })}
            isOn={bet.isCollecting}
            isDisabled={bet.isPending}
            onChange={bet.setCollecting}
          />
        )}
        <ReturnPreview amount={bet.previewed} expected={expected} isAsked={isAsked} />
        <p className={styles['warning']}>{messages.warning}</p>
        <RiskNote round={round} />
        <footer className={styles['footer']}>
          <PayoutLine amount={bet.previewed} expected={expected} />
          <Button
            type="submit"
            size="large"
            tone={tone}
            disabled={problem !== null && problem.kind !== 'empty'}
            isPending={bet.isPending}
          >
            {confirmText(bet, messages)}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The keyboard of a touch device would cover half of the dialog at once. */
function isTouchDevice(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

type ConfirmState = { position: Position; isPending: boolean; isSent: boolean; isAsked: boolean }

function confirmText(
  { position, isPending, isSent, isAsked }: ConfirmState,
  messages: BetMessages,
): string {
  if (isPending) return isSent ? messages.sent : messages.signing
  return isAsked ? messages.confirmAnyway({ position }) : messages.confirm({ position })
}

/** What the visitor has entered, what it would pay, and why it cannot be sent. */
function useBetForm(props: BetDialogProps) {
  const { round, account, balance, onPlaced, onClose } = props
  const market = useMarketRules()
  const [position, setPosition] = useState(props.position)
  const [form, setForm] = useState(INITIAL_FORM)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const [isCollecting, setCollecting] = useState(true)
  const { epoch } = round
  const limit = useBetLimit()
  const record = (placed: Epoch, stake: Wei) => {
    limit.recordStake(stake)
    onPlaced(placed)
  }
  const { onCollected } = props
  const sending = useBetSending({ account, epoch, position, onPlaced: record, onCollected })
  const amount = parseAmount(form.text) ?? toWei(0n)
  const { problem, minimum, canBatch } = useProblem(
    props,
    sending,
    form.text,
    limit.problem(amount),
  )

  const previewed = problem?.kind === 'balance' ? toWei(0n) : amount
  const expected = expectedReturn(round.pool, position, previewed, round.treasuryFee, market)
  const entered = `${position} ${amount}`
  const mustAsk = amount > 0n && isPointless(expected)
  const isAsked = mustAsk && asked === entered
  // R-BET-4. Not called after the dialog was closed: another one may be open by then.
  const onSuccess = () => {
    setForm(withAmount(DEFAULT_BET_WEI, balance ?? toWei(0n)))
    onClose()
  }
  const collectable = canBatch ? (props.collectable ?? []) : []
  const collect = isCollecting ? collectable : []
  const submit = () => {
    setHasSubmitted(true)
    if (problem !== null) return
    if (mustAsk && !isAsked) setAsked(entered)
    else {
      const bet = { account, epoch, position, amount }
      sending.mutate(collect.length > 0 ? { ...bet, collect } : bet, { onSuccess })
    }
  }
  // No error on a form that has just opened.
  const isHidden = !hasSubmitted && (problem?.kind === 'zero' || problem?.kind === 'empty')
  const shownProblem = isHidden ? null : problem
  const { isPending, isSent } = sending
  const inputs = { position, setPosition, form, setForm, submit }
  const collecting = { collectable, isCollecting, setCollecting }
  return {
    ...inputs,
    ...collecting,
    problem,
    shownProblem,
    minimum,
    previewed,
    expected,
    isAsked,
    isPending,
    isSent,
  }
}

/** Even a win would not pay more than the stake. A stake that comes back anyway is no such case. */
function isPointless({ isRefund, profit }: ExpectedReturn): boolean {
  return !isRefund && profit <= 0n
}

/** Returns why the bet cannot be sent, and closes the dialog when it never can be. */
function useProblem(
  { round, account, balance, hasEntered, onClose }: BetDialogProps,
  { isPending, isSuccess }: { isPending: boolean; isSuccess: boolean },
  text: string,
  limitProblem: string | null,
) {
  const messages = useMessages(BET_MESSAGES)
  const failureMessages = useMessages(BET_FAILURE_MESSAGES)
  const market = useMarketRules()
  const terms = useBetTerms(account)
  const hasLocked = useHasPassed(round.times.lockTimestamp)
  // The visitor's bet arrives in the index before the dialog closes.
  const hasOtherBet = hasEntered && !isPending && !isSuccess
  useCloseWith(hasLocked && !isPending ? messages.ended : null, onClose)
  useCloseWith(hasOtherBet ? messages.alreadyEntered : null, onClose)
  const isContractBarred = market.kind === 'pancake-v2' && terms.hasCode
  const problem = betProblem(
    {
      round,
      hasLocked,
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
