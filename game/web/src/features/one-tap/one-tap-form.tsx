import type { ChosenLimits } from '@bullring/client/session-limits'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { UnixSeconds, Wei } from '@bullring/prediction/units'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { typedAmount } from '@bullring/wallet-kit/typed-amount'
import { type FormEvent, useId, useState } from 'react'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { formatDayAndHour } from '#format/format.ts'
import { parseAmount } from '#format/parse-amount.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Choice } from '#ui/controls/choice.tsx'
import styles from './one-tap.module.css'
import { ONE_TAP_MESSAGES, type OneTapMessages } from './one-tap-messages.ts'

const COUNTS = ['5', '10', '20'] as const
const DURATIONS = ['hour', 'tonight', 'day'] as const
type Duration = (typeof DURATIONS)[number]

const HOUR_S = 3_600
const MS = 1_000
/** Stake when the form opens: 0.05 BNB. */
const DEFAULT_STAKE = toWei(50_000_000_000_000_000n)

type OneTapFormProps = {
  minimum: Wei
  isPending: boolean
  onSubmit: (limits: ChosenLimits) => void
}

/** Asks for the limits of one-tap bets. */
export function OneTapForm({ minimum, isPending, onSubmit }: OneTapFormProps) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const form = useLimitsForm(minimum)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.limits !== null) onSubmit(form.limits)
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <p>{messages.intro}</p>
      <StakeField {...form} />
      <Choice
        label={messages.bets}
        options={COUNTS}
        isLabelled
        messages={countTexts(messages)}
        value={form.count}
        onValue={form.setCount}
      />
      <Choice
        label={messages.until}
        options={DURATIONS}
        isLabelled
        messages={messages}
        value={form.duration}
        onValue={form.setDuration}
      />
      <div className={styles['footer']}>
        <p className={styles['summary']}>
          <Summary limits={form.limits} />
        </p>
        <Button type="submit" size="large" disabled={form.limits === null} isPending={isPending}>
          {isPending ? messages.waiting : messages.continue}
        </Button>
      </div>
    </form>
  )
}

function countTexts({ count }: OneTapMessages): Record<(typeof COUNTS)[number], string> {
  return { '5': count({ count: 5 }), '10': count({ count: 10 }), '20': count({ count: 20 }) }
}

type LimitsForm = ReturnType<typeof useLimitsForm>

function useLimitsForm(minimum: Wei) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const [text, setText] = useState(formatUnits(DEFAULT_STAKE, COIN_DECIMALS))
  const [count, setCount] = useState<(typeof COUNTS)[number]>('10')
  const [duration, setDuration] = useState<Duration>('day')
  const now = useChainTime((time) => time)
  const stake = parseAmount(text)
  const problem = stakeProblem(stake, minimum, messages)
  const limits =
    stake === null || problem !== null || now === null
      ? null
      : { stake, bets: Number(count), expiresAt: endOfDuration(duration, now, Date.now()) }
  return { text, setText, count, setCount, duration, setDuration, problem, limits }
}

function stakeProblem(stake: Wei | null, minimum: Wei, messages: OneTapMessages): string | null {
  if (stake === null || stake === 0n) return messages.badStake
  if (stake >= minimum) return null
  return messages.belowMinimum({ minimum: formatUnits(minimum, COIN_DECIMALS) })
}

/** Midnight follows the player's clock. All other times are chain time. */
function endOfDuration(duration: Duration, now: UnixSeconds, nowMs: number): UnixSeconds {
  if (duration === 'hour') return toUnixSeconds(now + HOUR_S)
  if (duration === 'day') return toUnixSeconds(now + 24 * HOUR_S)
  const midnightMs = new Date(nowMs).setHours(24, 0, 0, 0)
  return toUnixSeconds(now + Math.ceil((midnightMs - nowMs) / MS))
}

function StakeField({ text, setText, problem }: LimitsForm) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{messages.stake}</label>
      <div className={styles['box']}>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setText(typedAmount(event.target.value))}
          onFocus={(event) => event.target.select()}
        />
        <span aria-hidden="true">{messages.unit}</span>
      </div>
      <p id={`${id}-problem`} role="status" className={styles['problem']}>
        {problem}
      </p>
    </div>
  )
}

/** One sentence that sums up the limits. */
function Summary({ limits }: { limits: ChosenLimits | null }) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const language = useLanguage()
  if (limits === null) return null
  const { stake, bets, expiresAt } = limits
  return messages.summary({
    stake: formatUnits(stake, COIN_DECIMALS),
    total: formatUnits(stake * BigInt(bets), COIN_DECIMALS),
    time: formatDayAndHour(expiresAt, language),
  })
}
