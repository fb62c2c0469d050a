import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '#api/app-config.ts'
import type { TradeStats } from '#api/trade-stats.ts'
import { useMessages } from '#i18n/language.ts'
import { EmptyPanel } from '#ui/empty-panel.tsx'
import { FailedPanel } from '#ui/failed-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { StatsFigures } from './stats-figures.tsx'
import { STATS_MESSAGES } from './stats-messages.ts'
import styles from './stats-panel.module.css'
import { useTradeStats } from './use-trade-stats.ts'

type StatsPanelProps = {
  account: Address | null
  /** Shown to a visitor without a wallet. */
  connectButton: ReactNode
}

/** The visitor's statistics (R-STATS-2). */
export function StatsPanel({ account, connectButton }: StatsPanelProps) {
  const messages = useMessages(STATS_MESSAGES)
  const { data, isError, refetch } = useTradeStats(account)
  if (account === null) {
    return <EmptyPanel title={messages.unconnected}>{connectButton}</EmptyPanel>
  }
  // R-STATS-3. Statistics that have loaded before stay on screen.
  if (isError && data === undefined) {
    const retry = () => void refetch()
    return <FailedPanel title={messages.empty} hint={messages.failed} onRetry={retry} />
  }
  return (
    <StatsBody stats={data}>
      <ExplorerLink account={account} />
    </StatsBody>
  )
}

/** @param props.stats - Undefined while loading. */
function StatsBody({ stats, children }: { stats: TradeStats | undefined; children: ReactNode }) {
  const messages = useMessages(STATS_MESSAGES)
  if (stats?.totalRounds === 0) {
    return (
      <EmptyPanel title={messages.empty} hint={messages.emptyHint}>
        {children}
      </EmptyPanel>
    )
  }
  return (
    <div className={styles['panel']}>
      <StatsFigures stats={stats} />
      {children}
    </div>
  )
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
