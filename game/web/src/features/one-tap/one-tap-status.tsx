import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { formatDayAndHour } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './one-tap.module.css'
import { ONE_TAP_MESSAGES } from './one-tap-messages.ts'
import type { SessionFacts } from './session/one-tap-session.ts'

type OneTapStatusProps = { facts: SessionFacts; isPending: boolean; onTurnOff: () => void }

/** The remaining limits of one-tap bets, and the button that turns them off. */
export function OneTapStatus({ facts, isPending, onTurnOff }: OneTapStatusProps) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const language = useLanguage()
  const { stake, left, total, expiresAt } = facts
  const amount = (wei: bigint) => formatUnits(wei, COIN_DECIMALS)
  const used = total === 0n ? 0 : Number(((total - left) * 100n) / total)
  return (
    <div className={styles['form']}>
      <p className={styles['left']}>
        <span>{messages.left}</span>
        <b>{messages.leftOf({ left: amount(left), total: amount(total) })}</b>
      </p>
      <div className={styles['gauge']} style={{ '--share': `${100 - used}%` }} aria-hidden="true" />
      <dl className={styles['facts']}>
        <div>
          <dt>{messages.each}</dt>
          <dd>
            {amount(stake)} {messages.unit}
          </dd>
        </div>
        <div>
          <dt>{messages.ends}</dt>
          <dd>{formatDayAndHour(expiresAt, language)}</dd>
        </div>
      </dl>
      <p className={styles['hint']}>
        {messages.onDetail} {messages.claimsToo}
      </p>
      <div className={styles['footer']}>
        <Button tone="quiet" size="large" isPending={isPending} onClick={onTurnOff}>
          {isPending ? messages.turningOff : messages.turnOff}
        </Button>
      </div>
    </div>
  )
}
