import { PRESET_PERCENTS } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Wei } from '@bullring/prediction/units'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { formatBalance } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './amount-field.module.css'
import { type BetForm, withMax, withPreset, withSlider, withText } from './bet-form.ts'
import { BET_MESSAGES } from './bet-messages.ts'
import type { BetProblem } from './bet-problem.ts'

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
  const { ref, form, balance, minimum, error, isDisabled, topUp, onChange, onSubmit } = props
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
          onChange={(event) => onChange(withText(event.target.value, knownBalance))}
          onFocus={(event) => event.target.select()}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden="true">{messages.unit}</span>
      </div>
      <div id={`${id}-note`} className={styles['note']}>
        {error === null ? (
          <p>{messages.minimum({ minimum: formatUnits(minimum, COIN_DECIMALS) })}</p>
        ) : (
          <p role="alert" className={styles['problem']}>
            {error.text}
          </p>
        )}
        {topUp}
      </div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={form.percent}
        disabled={isDisabled}
        aria-label={messages.slider}
        aria-valuetext={`${form.percent}%`}
        className={styles['slider']}
        style={{ '--share': `${form.percent}%` }}
        onChange={(event) => onChange(withSlider(form, Number(event.target.value), knownBalance))}
      />
      <div className={styles['presets']}>
        {PRESET_PERCENTS.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={isDisabled}
            onClick={() => onChange(withPreset(form, percent, knownBalance))}
          >
            {percent}%
          </button>
        ))}
        <button
          type="button"
          disabled={isDisabled}
          onClick={() => onChange(withMax(form, knownBalance))}
        >
          {messages.max}
        </button>
      </div>
    </div>
  )
}
