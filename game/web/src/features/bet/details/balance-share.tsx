import { PRESET_PERCENTS } from '@bullring/prediction/bet-amount'
import type { Wei } from '@bullring/prediction/units'
import { formatShare } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { type BetForm, withPreset, withSlider } from '../bet-form.ts'
import { BET_MESSAGES } from '../bet-messages.ts'
import presets from '../fields/presets.module.css'
import styles from './balance-share.module.css'

type BalanceShareProps = {
  form: BetForm
  balance: Wei
  isDisabled: boolean
  onChange: (form: BetForm) => void
}

/** Chooses the amount as a share of the balance. */
export function BalanceShare({ form, balance, isDisabled, onChange }: BalanceShareProps) {
  const messages = useMessages(BET_MESSAGES)
  const language = useLanguage()
  return (
    <div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={form.percent}
        disabled={isDisabled}
        aria-label={messages.slider}
        aria-valuetext={formatShare(form.percent / 100, language)}
        className={styles['slider']}
        style={{ '--share': `${form.percent}%` }}
        onChange={(event) => onChange(withSlider(form, Number(event.target.value), balance))}
      />
      <fieldset className={presets['presets']} aria-label={messages.slider}>
        {PRESET_PERCENTS.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={isDisabled}
            onClick={() => onChange(withPreset(form, percent, balance))}
          >
            {formatShare(percent / 100, language)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
