import { useId, useState } from 'react'
import type { Address } from 'viem'
import type { RecentBet } from '#api/trade/recent-bet.ts'
import { formatAddress, formatBnb, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { ACTIVITY_MESSAGES } from './activity-messages.ts'
import styles from './rail-card.module.css'
import { RailSkeleton } from './rail-skeleton.tsx'
import { useRecentBets } from './use-recent-bets.ts'

const TURN = 360
/** Hex digits of the address that decide the colours. */
const HUE_DIGITS = 4

/** The newest bets of all players. Not announced: it changes all the time. */
export function LiveBets() {
  const messages = useMessages(ACTIVITY_MESSAGES)
  const headingId = useId()
  const { data: bets, isError } = useRecentBets()
  return (
    <section className={styles['card']} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles['title']}>
        {messages.bets}
      </h2>
      {bets === undefined && !isError && <RailSkeleton />}
      {bets === undefined && isError && <p className={styles['empty']}>{messages.failed}</p>}
      {bets?.length === 0 && <p className={styles['empty']}>{messages.noBets}</p>}
      {bets !== undefined && bets.length > 0 && <BetList bets={bets} />}
    </section>
  )
}

function BetList({ bets }: { bets: readonly RecentBet[] }) {
  // Only later bets slide in.
  const [first] = useState(() => new Set(bets.map(keyOf)))
  return (
    <ol className={classNames(styles['list'], styles['cut'])}>
      {bets.map((bet) => (
        <li
          key={keyOf(bet)}
          className={classNames(styles['row'], !first.has(keyOf(bet)) && styles['new'])}
        >
          <BetRow bet={bet} />
        </li>
      ))}
    </ol>
  )
}

function BetRow({ bet }: { bet: RecentBet }) {
  const messages = useMessages(ACTIVITY_MESSAGES)
  const side = useMessages(POSITION_MESSAGES)[bet.position]
  const tone = POSITION_TONES[bet.position]
  return (
    <>
      <AccountMark account={bet.account} />
      <span className={styles['main']}>
        <span>{formatAddress(bet.account)}</span>
        <small>
          {messages.round({ epoch: bet.epoch })} · {formatTime(bet.placedAt)}
        </small>
      </span>
      <span className={classNames(styles['end'], styles[tone])}>
        <b>
          <Icon name={tone} size={10} /> {side}
        </b>
        <small>{formatBnb(bet.stake)} BNB</small>
      </span>
    </>
  )
}

function keyOf({ account, epoch }: RecentBet): string {
  return `${account} ${epoch}`
}

/** A disc whose colours belong to the account, so that the same player is recognised. Decorative. */
function AccountMark({ account }: { account: Address }) {
  const digits = account.slice(-HUE_DIGITS)
  const hue = Number.parseInt(digits, 16) % TURN
  const turn = Number.parseInt(account.slice(2, 2 + HUE_DIGITS), 16) % TURN
  const background = `conic-gradient(from ${turn}deg, hsl(${hue} 45% 62%) 50%, hsl(${hue} 40% 42%) 50%)`
  return <span className={styles['mark']} style={{ background }} aria-hidden="true" />
}
