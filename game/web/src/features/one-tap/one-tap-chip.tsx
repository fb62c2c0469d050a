import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './one-tap-chip.module.css'
import { ONE_TAP_MESSAGES } from './one-tap-messages.ts'
import { factsOf, type OneTapSession } from './session/one-tap-session.ts'

type OneTapChipProps = { session: OneTapSession; onOpen: () => void }

/** Says that one-tap bets are on, and the remaining amount. Opens their limits. */
export function OneTapChip({ session, onOpen }: OneTapChipProps) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const left = formatUnits(factsOf(session).left, COIN_DECIMALS)
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-label={messages.chip({ left })}
      onClick={onOpen}
    >
      <Icon name="bolt" size={14} />
      <span className={styles['long']}>{messages.chip({ left })}</span>
      <span className={styles['short']}>
        {left} {messages.unit}
      </span>
    </button>
  )
}
