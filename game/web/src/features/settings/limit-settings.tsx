import { toWei } from '@bullring/prediction/units'
import { useId, useRef, useState } from 'react'
import { formatBnb, formatMoment } from '#format/format.ts'
import { parseAmount } from '#format/parse-amount.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { changeSettings, type PlayLimits } from '#settings/device-settings.ts'
import { allowance, dailyLimit, withBreak, withDailyLimit } from '#settings/play-limits.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './settings-dialog.module.css'
import { SETTINGS_MESSAGES } from './settings-messages.ts'

const HOUR_MS = 3_600_000

const BREAKS = [
  { name: 'breakHour', durationMs: HOUR_MS },
  { name: 'breakDay', durationMs: 24 * HOUR_MS },
  { name: 'breakWeek', durationMs: 7 * 24 * HOUR_MS },
] as const

/** The player's own limits: a sum per day, and breaks. */
export function LimitSettings() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { limits } = useDeviceSettings()
  return (
    <fieldset className={styles['group']}>
      <legend>{messages.limits}</legend>
      <p className={styles['hint']}>{messages.limitsHint}</p>
      <DailyLimit limits={limits} />
      <BreakChoice limits={limits} />
    </fieldset>
  )
}

function DailyLimit({ limits }: { limits: PlayLimits }) {
  const messages = useMessages(SETTINGS_MESSAGES)
  const id = useId()
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const nowMs = Date.now()
  const limit = dailyLimit(limits, nowMs)
  const save = () => {
    const amount = parseAmount(text)
    setInvalid(amount === null)
    if (amount === null) return
    changeSettings({ limits: withDailyLimit(limits, amount, Date.now()) })
    setText('')
  }
  const remove = () => changeSettings({ limits: withDailyLimit(limits, null, Date.now()) })
  return (
    <form
      className={styles['limit']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <label id={`${id}-label`} htmlFor={id}>
        {messages.daily}
      </label>
      <div className={styles['line']}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={limit === null ? '' : formatBnb(limit)}
          value={text}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-state`}
          onChange={(event) => {
            setText(event.target.value)
            setInvalid(false)
          }}
        />
        <span className={styles['unit']}>BNB</span>
        <Button
          type="submit"
          tone="quiet"
          id={`${id}-set`}
          aria-labelledby={`${id}-set ${id}-label`}
        >
          {messages.setLimit}
        </Button>
        {limit !== null && (
          <Button
            tone="quiet"
            id={`${id}-remove`}
            aria-labelledby={`${id}-remove ${id}-label`}
            onClick={remove}
          >
            {messages.removeLimit}
          </Button>
        )}
      </div>
      <p id={`${id}-state`} className={styles['state']} role="status">
        {isInvalid ? messages.invalidLimit : <LimitState limits={limits} nowMs={nowMs} />}
      </p>
    </form>
  )
}

function LimitState({ limits, nowMs }: { limits: PlayLimits; nowMs: number }) {
  const messages = useMessages(SETTINGS_MESSAGES)
  const limit = dailyLimit(limits, nowMs)
  const next = limits.nextDailyStake
  if (limit === null) return messages.noLimit
  const texts = [messages.limitNow({ amount: formatBnb(limit) })]
  if (next !== null && next.fromMs > nowMs) {
    const { amount } = next
    const later =
      amount === null
        ? messages.noLimitTomorrow
        : messages.limitTomorrow({ amount: formatBnb(toWei(BigInt(amount))) })
    texts.push(later)
  }
  return texts.join(' · ')
}

function BreakChoice({ limits }: { limits: PlayLimits }) {
  const messages = useMessages(SETTINGS_MESSAGES)
  const language = useLanguage()
  const labelId = useId()
  const [untilMs, setUntilMs] = useState<number | null>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const { breakUntilMs } = allowance(limits, Date.now())
  const leave = () => {
    setUntilMs(null)
    group.current?.focus()
  }
  const start = () => {
    if (untilMs !== null) changeSettings({ limits: withBreak(limits, untilMs) })
    leave()
  }
  return (
    <fieldset ref={group} className={styles['limit']} aria-labelledby={labelId} tabIndex={-1}>
      <span id={labelId}>{messages.break}</span>
      {untilMs === null ? (
        <div className={styles['line']}>
          {BREAKS.map(({ name, durationMs }) => (
            <Button key={name} tone="quiet" onClick={() => setUntilMs(Date.now() + durationMs)}>
              {messages[name]}
            </Button>
          ))}
        </div>
      ) : (
        <>
          <p ref={focus} tabIndex={-1}>
            {messages.breakConfirm({ time: formatMoment(untilMs, language) })}
          </p>
          <div className={styles['line']}>
            <Button onClick={start}>{messages.breakStart}</Button>
            <Button tone="quiet" onClick={leave}>
              {messages.cancel}
            </Button>
          </div>
        </>
      )}
      {breakUntilMs !== null && (
        <p className={styles['state']} role="status">
          {messages.onBreak({ time: formatMoment(breakUntilMs, language) })}
        </p>
      )}
    </fieldset>
  )
}

/** A ref that moves the focus to an element that replaces the focused one. */
function focus(element: HTMLElement | null): void {
  element?.focus()
}
