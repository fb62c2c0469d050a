import { useId, useState } from 'react'
import type { Address } from 'viem'
import { LEADERBOARD_RANKINGS, LEADERBOARD_WINDOWS } from '#api/leaderboard.ts'
import { useMessages } from '#i18n/language.ts'
import { EmptyPanel } from '#ui/empty-panel.tsx'
import { FailedPanel } from '#ui/failed-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  LEADERBOARD_MESSAGES,
  LEADERBOARD_RANKING_MESSAGES,
  LEADERBOARD_WINDOW_MESSAGES,
} from './leaderboard-messages.ts'
import styles from './leaderboard-panel.module.css'
import { StandingsTable } from './standings-table.tsx'
import { useLeaderboard } from './use-leaderboard.ts'

/**
 * The best players, by period and ranking.
 *
 * @param props.account - The visitor's account; null without one.
 */
export function LeaderboardPanel({ account }: { account: Address | null }) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  const [window, setWindow] = useState<(typeof LEADERBOARD_WINDOWS)[number]>('day')
  const [rankBy, setRankBy] = useState<(typeof LEADERBOARD_RANKINGS)[number]>('net_results')
  const query = useLeaderboard({ window, rankBy })
  return (
    <div className={styles['panel']}>
      <div className={styles['filters']}>
        <Choice
          label={messages.window}
          options={LEADERBOARD_WINDOWS}
          messages={useMessages(LEADERBOARD_WINDOW_MESSAGES)}
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
      </div>
      <div className={styles['board']} aria-busy={query.isFetching}>
        <Board query={query} account={account} />
      </div>
    </div>
  )
}

type ChoiceProps<option extends string> = {
  label: string
  options: readonly option[]
  messages: Record<option, string>
  value: option
  onValue: (value: option) => void
}

function Choice<option extends string>(props: ChoiceProps<option>) {
  const { label, options, messages, value, onValue } = props
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onValue(option)}
          />
          {messages[option]}
        </label>
      ))}
    </fieldset>
  )
}

type BoardProps = { query: ReturnType<typeof useLeaderboard>; account: Address | null }

function Board({ query: { data, isError, refetch }, account }: BoardProps) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  if (data === undefined && isError) {
    return <FailedPanel title={messages.failed} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <LoadingRows />
  if (data.length === 0) {
    return <EmptyPanel title={messages.empty} hint={messages.emptyHint} />
  }
  return <StandingsTable standings={data} account={account} />
}

function LoadingRows() {
  return ['first', 'second', 'third', 'fourth'].map((row) => (
    <div key={row} className={styles['loading']}>
      <Skeleton characters={14} />
      <Skeleton characters={9} />
    </div>
  ))
}
