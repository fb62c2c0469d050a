import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { LEADERBOARD_RANKINGS, LEADERBOARD_WINDOWS, type OwnRank } from '#api/trade/leaderboard.ts'
import { useMessages } from '#i18n/language.ts'
import { Choice } from '#ui/controls/choice.tsx'
import { EmptyPanel } from '#ui/panel/empty-panel.tsx'
import { FailedPanel } from '#ui/panel/failed-panel.tsx'
import { PERIOD_MESSAGES } from '#ui/period-messages.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { LEADERBOARD_MESSAGES, LEADERBOARD_RANKING_MESSAGES } from './leaderboard-messages.ts'
import styles from './leaderboard-panel.module.css'
import { StandingsTable } from './standings-table.tsx'
import { useLeaderboard, useOwnRank } from './use-leaderboard.ts'

type LeaderboardPanelProps = { account: Address | null; marketChoice: ReactNode }

/**
 * The best players, by period and ranking.
 *
 * @param props.account - The visitor's account; null without one.
 * @param props.marketChoice - The choice between the market of the page and all; nothing where there is only one.
 */
export function LeaderboardPanel({ account, marketChoice }: LeaderboardPanelProps) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  const [window, setWindow] = useState<(typeof LEADERBOARD_WINDOWS)[number]>('day')
  const [rankBy, setRankBy] = useState<(typeof LEADERBOARD_RANKINGS)[number]>('net_results')
  const query = useLeaderboard({ window, rankBy })
  const { data: own } = useOwnRank({ window, rankBy }, account)
  return (
    <div className={styles['panel']}>
      <div className={styles['filters']}>
        {marketChoice}
        <Choice
          label={messages.window}
          options={LEADERBOARD_WINDOWS}
          messages={useMessages(PERIOD_MESSAGES)}
          value={window}
          onValue={setWindow}
        />
        <Choice
          label={messages.rankBy}
          options={LEADERBOARD_RANKINGS}
          messages={useMessages(LEADERBOARD_RANKING_MESSAGES)}
          value={rankBy}
          onValue={setRankBy}
        />
        <p className={styles['ranked']}>
          {own && own.players > 0 && messages.players({ count: own.players })}
          {own && own.minimumRounds > 1 && (
            <span>{messages.minimum({ rounds: own.minimumRounds })}</span>
          )}
        </p>
      </div>
      <div className={styles['board']} aria-busy={query.isFetching}>
        <Board query={query} account={account} own={own} />
      </div>
    </div>
  )
}

type BoardProps = {
  query: ReturnType<typeof useLeaderboard>
  account: Address | null
  own: OwnRank | undefined
}

function Board({ query: { data, isError, refetch }, account, own }: BoardProps) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  if (data === undefined && isError) {
    return <FailedPanel title={messages.failed} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <LoadingRows />
  if (data.length === 0) {
    return <EmptyPanel title={messages.empty} hint={messages.emptyHint} />
  }
  return <StandingsTable standings={data} account={account} own={own} />
}

function LoadingRows() {
  return ['first', 'second', 'third', 'fourth'].map((row) => (
    <div key={row} className={styles['loading']}>
      <Skeleton characters={14} />
      <Skeleton characters={9} />
    </div>
  ))
}
