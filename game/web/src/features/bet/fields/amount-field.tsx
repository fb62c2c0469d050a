import { maxAmount, PRESET_PERCENTS, QUICK_AMOUNTS } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Wei } from '@bullring/prediction/units'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { formatBalance, formatBnb, formatShare } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type BetForm, withAmount, withMax, withPreset, withSlider, withText } from '../bet-form.ts'
import { BET_MESSAGES } from '../bet-messages.ts'
import type { BetProblem } from '../bet-problem.ts'
import styles from './amount-field.module.css'

type AmountFieldProps = {
  /** The amount input, so that the dialog can focus it. */
  ref: RefObject<HTMLInputElement | null>
  form: BetForm
  balance: Wei | null
  minimum: Wei
  /** Shown under the field. */
  error: BetProblem | null
  isDisabled: boolean
  /** Button that tops up the balance, where the chain has one. */
  topUp?: ReactNode
  onChange: (form: BetForm) => void
  onSubmit: () => void
}

/** Amount, slider and presets: three inputs for one number. */
export function AmountField(props: AmountFieldProps) {
  const messages = useMessages(BET_MESSAGES)
  const { ref, form, balance, error, isDisabled, topUp, onChange, onSubmit } = props
  const id = useId()
  const knownBalance = balance ?? (0n as Wei)
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
          {balance === null ? <Skeleton characters={10} /> : <b>{formatBalance(balance)}</b>}{' '}
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
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={form.percent}
        disabled={isDisabled}
        aria-label={messages.slider}
        aria-valuetext={formatShare(form.percent / 100, useLanguage())}
        className={styles['slider']}
        style={{ '--share': `${form.percent}%` }}
        onChange={(event) => onChange(withSlider(form, Number(event.target.value), knownBalance))}
      />
      <Shortcuts {...props} />
    </div>
  )
}

/** The problem with the amount, or the minimum. */
function FieldNote({ form, balance, minimum, error, onChange }: AmountFieldProps) {
  const messages = useMessages(BET_MESSAGES)
  if (error === null) {
    return <p>{messages.minimum({ minimum: formatUnits(minimum, COIN_DECIMALS) })}</p>
  }
  const most = error.kind === 'fees' && balance !== null ? maxAmount(balance) : null
  return (
    <>
      <p role="alert" className={styles['problem']}>
        {error.text}
      </p>
      {most !== null && balance !== null && (
        <button
          type="button"
          className={styles['fix']}
          onClick={() => onChange(withMax(form, balance))}
        >
          {messages.betInstead({ amount: formatBnb(most) })}
        </button>
      )}
    </>
  )
}

/** Buttons that enter a fixed amount or a share of the balance. */
function Shortcuts({ form, balance, isDisabled, onChange }: AmountFieldProps) {
  const messages = useMessages(BET_MESSAGES)
  const language = useLanguage()
  const knownBalance = balance ?? (0n as Wei)
  return (
    <>
      <fieldset className={styles['presets']} aria-label={messages.amount}>
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
      </fieldset>
      <fieldset className={styles['presets']} aria-label={messages.slider}>
        {PRESET_PERCENTS.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={isDisabled}
            onClick={() => onChange(withPreset(form, percent, knownBalance))}
          >
            {formatShare(percent / 100, language)}
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
    </>
  )
}
