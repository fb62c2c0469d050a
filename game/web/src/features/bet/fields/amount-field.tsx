import { maxAmount, QUICK_AMOUNTS } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { toWei, type Wei } from '@bullring/prediction/units'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { formatBalance, formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type BetForm, withAmount, withMax, withText } from '../bet-form.ts'
import { BET_MESSAGES } from '../bet-messages.ts'
import type { BetProblem } from '../bet-problem.ts'
import { suggestedAmount } from '../suggested-amount.ts'
import styles from './amount-field.module.css'
import type { OutlookText } from './outlook-text.ts'
import presets from './presets.module.css'

const NO_BALANCE = toWei(0n)

type AmountFieldProps = {
  /** The amount input, so that the dialog can focus it. */
  ref: RefObject<HTMLInputElement | null>
  form: BetForm
  balance: Wei | null
  minimum: Wei
  /** Shown under the field. */
  error: BetProblem | null
  /** Shown under the field without an error. */
  outlook: OutlookText | null
  /** The visitor is asked whether to bet although a win would not pay. */
  isAsked: boolean
  isDisabled: boolean
  /** Button that tops up the balance, where the chain has one. */
  topUp?: ReactNode
  onChange: (form: BetForm) => void
  onSubmit: () => void
}

/** The amount of the bet, typed or by a button. */
export function AmountField(props: AmountFieldProps) {
  const messages = useMessages(BET_MESSAGES)
  const { ref, form, balance, error, isDisabled, topUp, onChange, onSubmit } = props
  const id = useId()
  const knownBalance = balance ?? NO_BALANCE
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The browser doesn't submit a form whose button is disabled, which would hide the error.
    event.preventDefault()
    onSubmit()
  }
  return (
    <div className={styles['field']}>
      <div className={styles['labels']}>
        <label htmlFor={`${id}-amount`}>{messages.amount}</label>
        <span className={styles['balance']}>
          {messages.balance}{' '}
          {balance === null ? (
            <Skeleton characters={7} />
          ) : (
            <b title={`${formatBalance(balance)} ${messages.unit}`}>{formatBnb(balance)}</b>
          )}{' '}
          {messages.unit}
          {topUp}
        </span>
      </div>
      <div className={classNames(styles['box'], error !== null && styles['wrong'])}>
        <input
          ref={ref}
          id={`${id}-amount`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={form.text}
          disabled={isDisabled}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          style={{ '--characters': Math.max(form.text.length, 1) }}
          onChange={(event) => onChange(withText(event.target.value, knownBalance))}
          onFocus={(event) => event.target.select()}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden="true">{messages.unit}</span>
      </div>
      <div id={`${id}-note`} className={styles['note']}>
        <FieldNote {...props} />
      </div>
      <QuickAmounts {...props} />
    </div>
  )
}

/** The problem with the amount, what a win would be worth, or the minimum. */
function FieldNote({
  balance,
  minimum,
  error,
  outlook,
  isAsked,
  form,
  onChange,
}: AmountFieldProps) {
  const messages = useMessages(BET_MESSAGES)
  if (error !== null) {
    return (
      <>
        <p role="alert" className={styles['problem']}>
          {error.text}
        </p>
        <Fix error={error} form={form} balance={balance} onChange={onChange} />
      </>
    )
  }
  if (outlook !== null) {
    return (
      <p
        role={isAsked ? 'alert' : undefined}
        className={outlook.isCaution ? styles['problem'] : undefined}
      >
        {outlook.text}
      </p>
    )
  }
  return <p>{messages.minimum({ minimum: formatUnits(minimum, COIN_DECIMALS) })}</p>
}

type FixProps = Pick<AmountFieldProps, 'form' | 'balance' | 'onChange'> & { error: BetProblem }

/** A button that corrects the amount, where it is clear how. */
function Fix({ error: { kind }, form, balance, onChange }: FixProps) {
  const messages = useMessages(BET_MESSAGES)
  const most = kind === 'fees' && balance !== null ? maxAmount(balance) : null
  if (most !== null && balance !== null) {
    return (
      <FixButton onClick={() => onChange(withMax(form, balance))}>
        {messages.betInstead({ amount: formatBnb(most) })}
      </FixButton>
    )
  }
  const meant = kind === 'amount' ? suggestedAmount(form.text) : null
  if (meant === null) return null
  return (
    <FixButton onClick={() => onChange(withText(meant, balance ?? NO_BALANCE))}>
      {messages.use({ amount: meant })}
    </FixButton>
  )
}

function FixButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles['fix']} onClick={onClick}>
      {children}
    </button>
  )
}

/** Buttons that enter a fixed amount, or all but the fees. */
function QuickAmounts({ form, balance, isDisabled, onChange }: AmountFieldProps) {
  const messages = useMessages(BET_MESSAGES)
  const knownBalance = balance ?? NO_BALANCE
  return (
    <fieldset className={presets['presets']} aria-label={messages.amount}>
      {QUICK_AMOUNTS.map((amount) => (
        <button
          key={amount.toString()}
          type="button"
          aria-label={`${formatUnits(amount, COIN_DECIMALS)} ${messages.unit}`}
          disabled={isDisabled}
          onClick={() => onChange(withAmount(amount, knownBalance))}
        >
          {formatUnits(amount, COIN_DECIMALS)}
        </button>
      ))}
      <button
        type="button"
        disabled={isDisabled}
        onClick={() => onChange(withMax(form, knownBalance))}
      >
        {messages.max}
      </button>
    </fieldset>
  )
}
