import { DEFAULT_BET_WEI } from '@bullring/prediction/bet-amount'
import { countdownText } from '@bullring/prediction/countdown'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useMarketKind } from '#api/market-kind.ts'
import type { Round } from '#api/round.ts'
import { useChainTime, useHasPassed } from '#chain/use-chain-time.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { parseAmount } from '#ui/parse-amount.ts'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { useToastStore } from '#ui/toast-store.ts'
import { AmountField } from './amount-field.tsx'
import styles from './bet-dialog.module.css'
import { OPENED_FORM, withAmount } from './bet-form.ts'
import { BET_MESSAGES } from './bet-messages.ts'
import { betProblem } from './bet-problem.ts'
import { expectedReturn } from './expected-return.ts'
import { ReturnPreview } from './return-preview.tsx'
import { loadBetMessage, useBetTerms, usePlaceBet } from './use-place-bet.ts'

type BetDialogProps = {
  position: Position
  /** As fresh as the cards show it: the odds move while the dialog is open. */
  round: Round
  account: Address
  balance: Wei | null
  hasEntered: boolean
  moreCoins?: ReactNode
  onPlaced: (epoch: Epoch) => void
  onClose: () => void
}

/** Asks for the amount of a bet and sends it. */
export function BetDialog(props: BetDialogProps) {
  const messages = useMessages(BET_MESSAGES)
  const kind = useMarketKind()
  const { position, round, account, balance, hasEntered, onClose } = props
  const [form, setForm] = useState(OPENED_FORM)
  const [hasTried, setHasTried] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const terms = useBetTerms()
  const hasLocked = useHasPassed(round.times.lockTimestamp)
  const bet = useBetSending(props)
  useClosingAtLock(hasLocked && !bet.isPending, onClose)

  const { text } = form
  const problem = betProblem({ round, hasLocked, hasEntered, text, balance, ...terms }, messages)
  // Nobody is scolded for a form that has just opened.
  const isSilent = !hasTried && (problem?.kind === 'zero' || problem?.kind === 'empty')
  const amount = parseAmount(text) ?? toWei(0n)
  // Spec, section 4. Not called once the dialog is closed: another window may be open by then.
  const onSuccess = () => {
    setForm(withAmount(DEFAULT_BET_WEI, balance ?? toWei(0n)))
    onClose()
  }
  const submit = () => {
    setHasTried(true)
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
          {messages.predict(position)}
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
          error={isSilent ? null : problem}
          moreCoins={props.moreCoins}
          isDisabled={bet.isPending}
          onChange={setForm}
          onSubmit={submit}
        />
        <ReturnPreview
          amount={amount}
          expected={expectedReturn(round.pool, position, amount, round.treasuryFee, kind)}
        />
        <p className={styles['warning']}>{messages.warning}</p>
        <Button
          type="submit"
          size="large"
          tone={tone}
          disabled={problem !== null && problem.kind !== 'empty'}
          isPending={bet.isPending}
        >
          {bet.isPending
            ? messages.pending[bet.isSent ? 'sent' : 'asked']
            : messages.confirm(position)}
        </Button>
        <p className={styles['risk']}>
          {messages.risk(round.treasuryFee)} {kind === 'pancake-v2' && messages.tieIsTheHouses}
        </p>
      </form>
    </Dialog>
  )
}

/** Sends the bet and tells how it went, whether the dialog is still open or not. */
function useBetSending({ position, round, account, onPlaced }: BetDialogProps) {
  const messages = useMessages(BET_MESSAGES)
  const toasts = useToastStore()
  return usePlaceBet(account, round.epoch, {
    onSuccess: ({ amount, epoch }) => {
      toasts.show({
        level: 'success',
        text: messages.success(position),
        detail: messages.successDetail(amount, epoch),
      })
      onPlaced(epoch)
    },
    onError: async (error) => {
      const message = loadBetMessage().then(({ betMessage }) =>
        betMessage(error, position, messages.failure),
      )
      const unknown = { level: 'error', text: messages.failure.unknown(position) } as const
      toasts.show(await message.catch(() => unknown))
    },
  })
}

function useClosingAtLock(hasEnded: boolean, onClose: () => void) {
  const messages = useMessages(BET_MESSAGES)
  const toasts = useToastStore()
  useEffect(() => {
    if (!hasEnded) return
    toasts.show({ level: 'info', text: messages.ended })
    onClose()
  }, [hasEnded, onClose, toasts, messages])
}

/** Which round it is and how long it takes bets. */
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
