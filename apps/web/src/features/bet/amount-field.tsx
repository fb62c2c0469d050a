import { PRESET_PERCENTS } from '@bullring/prediction/bet-amount'
import type { Wei } from '@bullring/prediction/units'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { formatBalance } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './amount-field.module.css'
import { type BetForm, withMax, withPreset, withSlider, withText } from './bet-form.ts'
import { BET_WORDS, minimumWords } from './bet-words.ts'

type AmountFieldProps = {
  /** The amount's input, for whoever places the focus. */
  ref: RefObject<HTMLInputElement | null>
  form: BetForm
  balance: Wei | null
  minimum: Wei
  /** What is wrong with the amount; shown under the field. */
  error: string | null
  isDisabled: boolean
  onChange: (form: BetForm) => void
  onSubmit: () => void
}

/** Amount, slider and presets: three views of one number. */
export function AmountField(props: AmountFieldProps) {
  const { ref, form, balance, minimum, error, isDisabled, onChange, onSubmit } = props
  const id = useId()
  const known = balance ?? (0n as Wei)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // A disabled confirm button would swallow the browser's own submit, and with it the reason why.
    event.preventDefault()
    onSubmit()
  }
  return (
    <div className={styles['field']}>
      <div className={styles['labels']}>
        <label htmlFor={`${id}-amount`}>{BET_WORDS.amount}</label>
        <span className={styles['balance']}>
          {BET_WORDS.balance}{' '}
          {balance === null ? <Skeleton characters={10} /> : <b>{formatBalance(balance)}</b>}{' '}
          {BET_WORDS.unit}
        </span>
      </div>
      <div className={[styles['box'], error !== null && styles['wrong']].join(' ')}>
        <input
          ref={ref}
          id={`${id}-amount`}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.000001}
          value={form.text}
          disabled={isDisabled}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(withText(event.target.value, known))}
          onFocus={(event) => event.target.select()}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden="true">{BET_WORDS.unit}</span>
      </div>
      <div id={`${id}-note`} className={styles['note']}>
        {error === null ? minimumWords(minimum) : <p role="alert">{error}</p>}
      </div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={form.percent}
        disabled={isDisabled}
        aria-label={BET_WORDS.slider}
        aria-valuetext={`${form.percent}%`}
        className={styles['slider']}
        style={{ '--share': `${form.percent}%` }}
        onChange={(event) => onChange(withSlider(form, Number(event.target.value), known))}
      />
      <div className={styles['presets']}>
        {PRESET_PERCENTS.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={isDisabled}
            onClick={() => onChange(withPreset(form, percent, known))}
          >
            {percent}%
          </button>
        ))}
        <button type="button" disabled={isDisabled} onClick={() => onChange(withMax(form, known))}>
          {BET_WORDS.max}
        </button>
      </div>
    </div>
  )
}
