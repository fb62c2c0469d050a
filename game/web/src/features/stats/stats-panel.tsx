import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '#api/market/app-config.ts'
import { LEADERBOARD_WINDOWS, type StatsWindow } from '#api/trade/leaderboard.ts'
import type { ProfitLine } from '#api/trade/profit-line.ts'
import { useMessages } from '#i18n/language.ts'
import { Choice } from '#ui/controls/choice.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyPanel } from '#ui/panel/empty-panel.tsx'
import { FailedPanel } from '#ui/panel/failed-panel.tsx'
import { PERIOD_MESSAGES } from '#ui/period-messages.ts'
import { ProfitChart } from './profit-chart.tsx'
import { StatsFigures } from './stats-figures.tsx'
import { PROFIT_MESSAGES, STATS_MESSAGES } from './stats-messages.ts'
import styles from './stats-panel.module.css'
import { useProfitLine, useTradeStats } from './use-trade-stats.ts'

type StatsPanelProps = {
  account: Address | null
  /** Shown to a visitor without a wallet. */
  connectButton: ReactNode
  /** The choice between the market of the page and all; nothing where there is only one. */
  marketChoice: ReactNode
}

/** The visitor's statistics (R-STATS-2). */
export function StatsPanel({ account, connectButton, marketChoice }: StatsPanelProps) {
  const messages = useMessages(STATS_MESSAGES)
  if (account === null) {
    return <EmptyPanel title={messages.unconnected}>{connectButton}</EmptyPanel>
  }
  return <AccountStats account={account} marketChoice={marketChoice} />
}

type AccountStatsProps = { account: Address; marketChoice: ReactNode }

function AccountStats({ account, marketChoice }: AccountStatsProps) {
  const messages = useMessages(STATS_MESSAGES)
  const periods = useMessages(PERIOD_MESSAGES)
  const [window, setWindow] = useState<StatsWindow>('all')
  const { data, isError, refetch } = useTradeStats({ account, window })
  const line = useProfitLine({ account, window })
  // R-STATS-3. Statistics that have loaded before stay on screen.
  if (isError && data === undefined) {
    const retry = () => void refetch()
    return <FailedPanel title={messages.empty} hint={messages.failed} onRetry={retry} />
  }
  return (
    <div className={styles['panel']}>
      <div className={styles['bar']}>
        {marketChoice}
        <Choice
          label={messages.period}
          options={LEADERBOARD_WINDOWS}
          messages={periods}
          value={window}
          onValue={setWindow}
        />
        <ExplorerLink account={account} />
      </div>
      {data?.totalRounds === 0 ? (
        <EmptyPanel
          title={messages.empty}
          hint={window === 'all' ? messages.emptyHint : messages.emptyPeriodHint}
        />
      ) : (
        <>
          <Profit query={line} />
          <StatsFigures stats={data} line={line.data} />
        </>
      )}
    </div>
  )
}

/** The profit line, or a placeholder of its size while it loads. */
function Profit({ query }: { query: UseQueryResult<ProfitLine> }) {
  const messages = useMessages(PROFIT_MESSAGES)
  const { data, isError, refetch } = query
  if (data !== undefined) return <ProfitChart decided={data.points} />
  if (!isError) return <div className={styles['loading']} aria-busy="true" />
  return <FailedPanel title={messages.failed} onRetry={() => void refetch()} />
}

function ExplorerLink({ account }: { account: Address }) {
  const messages = useMessages(STATS_MESSAGES)
  const { explorerUrl } = useAppConfig().chain
  if (explorerUrl === null) return null
  return (
    <a
      className={styles['link']}
      href={`${explorerUrl}/address/${account}`}
      target="_blank"
      rel="noreferrer"
    >
      {messages.explorer}
      <Icon name="out" size={12} />
    </a>
  )
}
