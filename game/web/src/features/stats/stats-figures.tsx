import type { ReactNode } from 'react'
import { useMarketReach } from '#api/market/market-reach.ts'
import type { ProfitLine } from '#api/trade/profit-line.ts'
import type { TradeStats } from '#api/trade/trade-stats.ts'
import { changeTone } from '#format/change-tone.ts'
import {
  formatBnb,
  formatCount,
  formatMultiple,
  formatPercent,
  formatSignedBnb,
} from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './stats-figures.module.css'
import { STATS_MESSAGES } from './stats-messages.ts'

type StatsFiguresProps = { stats: TradeStats | undefined; line: ProfitLine | undefined }

/** 100 % in basis points. */
const WHOLE = 10_000

/**
 * The share of won rounds as a ring, and the other figures beside it.
 *
 * @param props.stats - Undefined while loading; so is `line`.
 */
export function StatsFigures({ stats, line }: StatsFiguresProps) {
  const messages = useMessages(STATS_MESSAGES)
  const language = useLanguage()
  const winShare = stats ? Number(stats.winShare) / WHOLE : 0
  return (
    <div className={styles['stats']} aria-busy={stats === undefined}>
      <RingGauge
        arcs={[{ tone: 'amber', from: 0, to: winShare }]}
        thickness={0.12}
        className={styles['ring']}
      >
        <span className={styles['share']}>
          {stats ? formatPercent(stats.winShare, language) : ''}
        </span>
        <span className={styles['won']}>{messages.won}</span>
      </RingGauge>
      <dl className={styles['figures']}>
        <Figure label={messages.wonRounds} stats={stats}>
          {({ wonRounds, totalRounds, winShare: share }) => (
            <>
              {formatCount(wonRounds, language)} / {formatCount(totalRounds, language)}{' '}
              <Quiet>{formatPercent(share, language)}</Quiet>
            </>
          )}
        </Figure>
        <Figure label={messages.netResults} stats={stats}>
          {({ netResults }) => <Signed wei={netResults} />}
        </Figure>
        <Figure label={messages.averageReturn} stats={stats}>
          {({ averageReturn }) => <Signed wei={averageReturn} />}
        </Figure>
        <Figure label={messages.bestRound} stats={stats}>
          {({ bestRound }) => <BestRound round={bestRound} />}
        </Figure>
        <Figure label={messages.averagePosition} stats={stats}>
          {({ averagePosition }) => <Bnb text={formatBnb(averagePosition)} />}
        </Figure>
        <Figure label={messages.totalWon} stats={stats}>
          {({ totalWon }) => <Bnb text={formatBnb(totalWon)} />}
        </Figure>
        <Figure label={messages.totalLost} stats={stats}>
          {({ totalLost }) => <Bnb text={formatBnb(totalLost)} />}
        </Figure>
        <Figure label={messages.totalPosition} stats={stats}>
          {({ totalPosition }) => <Bnb text={formatBnb(totalPosition)} />}
        </Figure>
        <Figure label={messages.currentStreak} stats={line}>
          {({ currentStreak }) => <Streak length={currentStreak} />}
        </Figure>
        <Figure label={messages.longestStreaks} stats={line}>
          {({ longestWins, longestLosses }) => (
            <>
              {messages.wonInARow({ count: longestWins })}
              <Quiet>{messages.lostInARow({ count: longestLosses })}</Quiet>
            </>
          )}
        </Figure>
      </dl>
    </div>
  )
}

type FigureProps<data> = {
  label: string
  stats: data | undefined
  children: (stats: data) => ReactNode
}

function Figure<data>({ label, stats, children }: FigureProps<data>) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>{stats ? children(stats) : <Skeleton characters={9} />}</dd>
    </div>
  )
}

function BestRound({ round }: { round: TradeStats['bestRound'] }) {
  const messages = useMessages(STATS_MESSAGES)
  const { isOverAll } = useMarketReach()
  if (round === null) return messages.noBestRound
  return (
    <>
      <Bnb text={formatSignedBnb(round.profit)} />{' '}
      <Quiet>
        {isOverAll && `${round.symbol} `}#{round.epoch.toString()},{' '}
        {formatMultiple(round.multiplier)}
      </Quiet>
    </>
  )
}

/** @param props.length - Negative for rounds lost in a row. */
function Streak({ length }: { length: number }) {
  const messages = useMessages(STATS_MESSAGES)
  if (length === 0) return messages.noBestRound
  return length > 0
    ? messages.wonInARow({ count: length })
    : messages.lostInARow({ count: -length })
}

function Signed({ wei }: { wei: bigint }) {
  const tone = changeTone(wei)
  return (
    <span className={classNames(styles[tone])}>
      <Bnb text={formatSignedBnb(wei)} />
    </span>
  )
}

function Bnb({ text }: { text: string }) {
  return (
    <>
      {text} <span className={styles['unit']}>BNB</span>
    </>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className={styles['quiet']}>{children}</span>
}
