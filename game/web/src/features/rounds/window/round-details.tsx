import type { UnixSeconds } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { Round } from '#api/round/round.ts'
import { useHasPassed } from '#chain/clock/use-chain-time.ts'
import { formatDateTime, formatPercent } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import styles from './round-window.module.css'
import { ROUND_WINDOW_MESSAGES } from './round-window-messages.ts'

/** Selects the aggregator's counter from an oracle round id. The bits above are the phase of Chainlink's proxy. */
const COUNTER_MASK = (1n << 64n) - 1n

/** Times, fee and oracle rounds. */
export function RoundDetails({ round }: { round: Round }) {
  const messages = useMessages(ROUND_WINDOW_MESSAGES)
  const { startTimestamp, lockTimestamp, closeTimestamp } = round.times
  const hasLocked = useHasPassed(lockTimestamp)
  const hasClosed = useHasPassed(closeTimestamp)
  return (
    <dl className={styles['details']}>
      <Time label={messages.opened} at={startTimestamp} />
      <Time label={hasLocked ? messages.locked : messages.locks} at={lockTimestamp} />
      <Time label={hasClosed ? messages.closed : messages.closes} at={closeTimestamp} />
      <Detail label={messages.fee}>{formatPercent(round.treasuryFee, useLanguage())}</Detail>
      <OracleRound label={messages.lockOracle} id={round.lockOracleId} />
      <OracleRound label={messages.closeOracle} id={round.closeOracleId} />
    </dl>
  )
}

function Time({ label, at }: { label: string; at: UnixSeconds }) {
  return <Detail label={label}>{formatDateTime(at, useLanguage())}</Detail>
}

function OracleRound({ label, id }: { label: string; id: bigint | null }) {
  if (id === null) return null
  return (
    <Detail label={label}>
      <span title={id.toString()}>#{(id & COUNTER_MASK).toString()}</span>
    </Detail>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
