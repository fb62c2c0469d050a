import { toWei } from '@bullring/prediction/units'
import { type ReactNode, type RefObject, useRef } from 'react'
import { neededOwners } from '#chain/safe/safe.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import stickyFooter from '#ui/dialog/sticky-footer.module.css'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import styles from './bet-dialog.module.css'
import { BET_MESSAGES, type BetMessages } from './bet-messages.ts'
import { type LivePrice, RiskNote, RoundLine } from './bet-notes.tsx'
import { BalanceShare } from './details/balance-share.tsx'
import { BetDetails } from './details/bet-details.tsx'
import { ReturnPreview } from './details/return-preview.tsx'
import { AmountField } from './fields/amount-field.tsx'
import { outlookText } from './fields/outlook-text.ts'
import { PayoutLine } from './fields/payout-line.tsx'
import { SideSwitch } from './fields/side-switch.tsx'
import { type BetFormOptions, useBetForm } from './use-bet-form.ts'
import type { OneTapSlotProps } from './use-first-tap.ts'

type BetDialogProps = BetFormOptions & {
  price: LivePrice | null
  topUp?: ReactNode
  /** Offers to place this bet, and those after it, with one tap. */
  oneTap?: (props: OneTapSlotProps) => ReactNode
}

/** Lets the visitor choose side and amount and sends the bet. */
export function BetDialog(props: BetDialogProps) {
  const messages = useMessages(BET_MESSAGES)
  const { round, price, balance, oneTap, onClose } = props
  const amountInput = useRef<HTMLInputElement>(null)
  const bet = useBetForm(props)
  const tone = POSITION_TONES[bet.position]
  return (
    <Dialog
      onClose={onClose}
      {...(!isTouchDevice() && { initialFocus: amountInput })}
      title={
        <span className={classNames(styles['title'], styles[tone])}>
          <Icon name={tone} size={18} />
          {messages.predict({ position: bet.position })}
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
        <Inputs {...props} bet={bet} amountInput={amountInput} />
        {(bet.isPending || !bet.isTooLateToTap) && oneTap?.(bet.oneTap)}
        <BetDetails>
          <Details round={round} balance={balance} bet={bet} />
        </BetDetails>
        <Confirm bet={bet} />
      </form>
    </Dialog>
  )
}

type BetForm = ReturnType<typeof useBetForm>

type InputsProps = Pick<BetDialogProps, 'round' | 'balance' | 'topUp'> & {
  bet: BetForm
  amountInput: RefObject<HTMLInputElement | null>
}

/** Side and amount of the bet, and whether to collect payouts with it. */
function Inputs({ round, balance, topUp, bet, amountInput }: InputsProps) {
  const messages = useMessages(BET_MESSAGES)
  const owners = neededOwners()
  return (
    <>
      <SideSwitch
        position={bet.position}
        multiples={round.multiples}
        isDisabled={bet.isPending}
        onChange={bet.setPosition}
      />
      <AmountField
        ref={amountInput}
        form={bet.form}
        balance={balance}
        minimum={bet.minimum}
        error={bet.shownProblem}
        outlook={outlookText(bet.previewed, bet.expected, messages)}
        isAsked={bet.isAsked}
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
      {owners > 1 && <p className={styles['warning']}>{messages.needsOwners({ count: owners })}</p>}
    </>
  )
}

type DetailsProps = Pick<BetDialogProps, 'round' | 'balance'> & { bet: BetForm }

/** Shares of the balance, the parts of the payout, and the rules. */
function Details({ round, balance, bet }: DetailsProps) {
  const messages = useMessages(BET_MESSAGES)
  return (
    <>
      <BalanceShare
        form={bet.form}
        balance={balance ?? toWei(0n)}
        isDisabled={bet.isPending}
        onChange={bet.setForm}
      />
      <ReturnPreview amount={bet.previewed} expected={bet.expected} balance={balance} />
      <p className={styles['warning']}>{messages.warning}</p>
      <RiskNote round={round} />
    </>
  )
}

/** The payout of a win, and the button that sends the bet. */
function Confirm({ bet }: { bet: BetForm }) {
  const messages = useMessages(BET_MESSAGES)
  const { previewed, expected, problem } = bet
  return (
    <footer className={classNames(stickyFooter['footer'], styles['footer'])}>
      <PayoutLine amount={previewed} expected={expected} />
      <Button
        type="submit"
        size="large"
        tone={POSITION_TONES[bet.position]}
        disabled={problem !== null && problem.kind !== 'empty'}
        isPending={bet.isPending}
      >
        {confirmText(bet, messages)}
      </Button>
    </footer>
  )
}

/** The keyboard of a touch device would cover half of the dialog at once. */
function isTouchDevice(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

function confirmText(
  { position, isPending, isSent, isAsked }: BetForm,
  messages: BetMessages,
): string {
  if (isPending && isSent) return neededOwners() > 1 ? messages.awaitsOwners : messages.sent
  if (isPending) return messages.signing
  return isAsked ? messages.confirmAnyway({ position }) : messages.confirm({ position })
}
