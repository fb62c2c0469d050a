import type { Epoch } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Trade } from '#api/trade.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './history-drawer.module.css'
import {
  HISTORY_EMPTY_MESSAGES,
  HISTORY_FILTER_MESSAGES,
  HISTORY_MESSAGES,
} from './history-messages.ts'
import { TradeList } from './trade-list.tsx'
import { filterTrades, HISTORY_FILTERS, type HistoryFilter, isUnclaimed } from './trade-outcome.ts'
import type { Trades } from './use-trades.ts'

type HistoryDrawerProps = {
  isConnected: boolean
  /** Shown to a visitor without a wallet. */
  connectButton: ReactNode
  history: Trades
  explorerUrl: string | null
  isClaiming: boolean
  /** Called with every claimable round; possibly none. */
  onClaimAll: (epochs: Epoch[]) => void
  onClose: () => void
}

/** The visitor's bets, in a drawer on the right (R-HISTORY-1). */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const { isConnected, connectButton, history, explorerUrl, onClose } = props
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const trades = filterTrades(history.trades, filter)
  // That filter loads all older bets without scrolling.
  const isUnclaimedShown = filter === 'unclaimed'
  return (
    <Dialog shape="drawer" title={messages.title} onClose={onClose}>
      {isConnected ? (
        <>
          <Filters filter={filter} onFilter={setFilter} />
          {isUnclaimedShown && <ClaimAll {...props} />}
          <TradeList
            trades={trades}
            explorerUrl={explorerUrl}
            onNearEnd={!isUnclaimedShown && canLoadOlder(history) ? history.loadOlder : null}
          >
            <ListEnd history={history} filter={filter} isEmpty={trades.length === 0} />
          </TradeList>
        </>
      ) : (
        <Message text={messages.unconnected}>{connectButton}</Message>
      )}
    </Dialog>
  )
}

type FiltersProps = { filter: HistoryFilter; onFilter: (filter: HistoryFilter) => void }

function Filters({ filter, onFilter }: FiltersProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const names = useMessages(HISTORY_FILTER_MESSAGES)
  const name = useId()
  return (
    <fieldset className={styles['filters']}>
      <legend>{messages.rounds}</legend>
      {HISTORY_FILTERS.map((option) => (
        <label key={option} className={styles['filter']}>
          <input
            type="radio"
            name={name}
            checked={filter === option}
            onChange={() => onFilter(option)}
          />
          {names[option]}
        </label>
      ))}
    </fieldset>
  )
}

/** One transaction claims everything, so the button waits until all bets have loaded, or failed to. */
function ClaimAll({ history, isClaiming, onClaimAll }: HistoryDrawerProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const { trades, hasOlder, hasFailed, loadOlder } = history
  const isSearching = hasOlder && !hasFailed
  const canLoad = canLoadOlder(history)
  useEffect(() => {
    if (canLoad) loadOlder()
  }, [canLoad, loadOlder])
  const unclaimed = trades.filter(isUnclaimed)
  const sum = unclaimed.reduce((total, { claimAmount }) => total + claimAmount, 0n)
  return (
    <div className={styles['claim']}>
      <p>
        {messages.toClaim} <b>{formatBnb(sum)} BNB</b>
      </p>
      <Button
        disabled={sum === 0n}
        isPending={isClaiming || isSearching}
        onClick={() => onClaimAll(unclaimed.map(epochOf))}
      >
        {isClaiming ? messages.processing : isSearching ? messages.older : messages.claimAll}
      </Button>
    </div>
  )
}

type ListEndProps = { history: Trades; filter: HistoryFilter; isEmpty: boolean }

/** Shown below the rows, or instead of them. */
function ListEnd({ history, filter, isEmpty }: ListEndProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const emptyTexts = useMessages(HISTORY_EMPTY_MESSAGES)
  if (history.isLoading) return <LoadingRows />
  if (history.hasFailed) {
    return (
      <Message text={messages.failed}>
        <Button tone="quiet" onClick={history.retry}>
          {messages.retry}
        </Button>
      </Message>
    )
  }
  if (history.hasOlder) {
    return (
      <div role="status">
        <VisuallyHidden>{messages.older}</VisuallyHidden>
        <LoadingRows />
      </div>
    )
  }
  if (!isEmpty) return null
  return (
    <Message text={emptyTexts[filter]}>{filter === 'all' && <p>{messages.emptyHint}</p>}</Message>
  )
}

function LoadingRows() {
  return ['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
    <div key={row} className={styles['loading']}>
      <Skeleton characters={6} />
      <Skeleton characters={8} />
    </div>
  ))
}

type MessageProps = { text: string; children?: ReactNode }

function Message({ text, children }: MessageProps) {
  return (
    <div className={styles['message']}>
      <RingGauge arcs={[]} seats={24} className={styles['ring']} />
      <p className={styles['text']}>{text}</p>
      {children}
    </div>
  )
}

/** After a failure only the visitor retries; automatic retries would never end. */
function canLoadOlder({ hasOlder, isLoading, isLoadingOlder, hasFailed }: Trades): boolean {
  return hasOlder && !isLoading && !isLoadingOlder && !hasFailed
}

function epochOf({ epoch }: Trade): Epoch {
  return epoch
}
