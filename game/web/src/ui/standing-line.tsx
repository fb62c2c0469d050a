import type { BetStanding, StandingKind } from '@bullring/prediction/bet-standing'
import type { Position } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import { formatBnb, formatSignedBnb } from '#format/format.ts'
import { formatTimeLeft } from '#format/time-left.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from './position-messages.ts'
import styles from './standing-line.module.css'
import { STANDING_MESSAGES, type StandingMessages } from './standing-messages.ts'

/** Look of each standing. The word beside it always says the same. */
const LOOKS: Readonly<Record<StandingKind, { tone: 'good' | 'bad' | 'calm'; icon: IconName }>> = {
  open: { tone: 'calm', icon: 'history' },
  winning: { tone: 'good', icon: 'check' },
  losing: { tone: 'bad', icon: 'close' },
  even: { tone: 'calm', icon: 'refund' },
  settling: { tone: 'calm', icon: 'history' },
  won: { tone: 'good', icon: 'check' },
  lost: { tone: 'bad', icon: 'close' },
  refunded: { tone: 'calm', icon: 'refund' },
}

type StandingLineProps = {
  position: Position
  stake: Wei
  standing: BetStanding
  /** Seconds to the lock of an open round, or to the close of a locked one; null after that. */
  secondsLeft: number | null
  /** Event at the end of `secondsLeft`. */
  ends: 'locks' | 'ends'
}

/** A bet and how it stands: "You: UP 0.5000 · Winning +0.2367 · ends in 0:47". */
export function StandingLine({ position, stake, standing, secondsLeft, ends }: StandingLineProps) {
  const messages = useMessages(STANDING_MESSAGES)
  const side = useMessages(POSITION_MESSAGES)[position]
  const { tone, icon } = lookOf(standing)
  const time = secondsLeft === null ? null : formatTimeLeft(secondsLeft)
  return (
    <span className={classNames(styles['line'], styles[tone])} data-standing={standing.kind}>
      <span className={styles['content']}>
        <span className={styles['you']}>
          <Icon name={POSITION_TONES[position]} size={12} />
          <b>{messages.you({ side, amount: formatBnb(stake) })}</b>
        </span>{' '}
        <span className={styles['now']}>
          <Icon name={icon} size={14} />
          <b>{standingText(standing, messages)}</b>
        </span>{' '}
        {time !== null && (
          <span className={styles['left']}>
            {ends === 'locks' ? messages.locksIn({ time }) : messages.endsIn({ time })}
          </span>
        )}
      </span>
    </span>
  )
}

/** A win whose fee exceeds it is not good. */
function lookOf({ kind, change }: BetStanding) {
  return (kind === 'won' || kind === 'winning') && change < 0n ? LOOKS.even : LOOKS[kind]
}

function standingText({ kind, change }: BetStanding, messages: StandingMessages): string {
  switch (kind) {
    case 'open':
    case 'winning':
    case 'losing':
    case 'won':
    case 'lost':
      return messages[kind]({ change: formatSignedBnb(change) })
    case 'even':
    case 'settling':
    case 'refunded':
      return messages[kind]
  }
}
