import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'
import { firstBetsAt } from '#api/trade/first-bets.ts'
import type { Trade } from '#api/trade/trade.ts'
import { formatBnb, formatMoment } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './history-drawer.module.css'
import {
  HISTORY_EMPTY_MESSAGES,
  HISTORY_FILTER_MESSAGES,
  HISTORY_MESSAGES,
} from './history-messages.ts'
import { HistoryTools } from './history-tools.tsx'
import { groupByDay } from './trade/trade-days.ts'
import { TradeList } from './trade/trade-list.tsx'
import {
  filterTrades,
  HISTORY_FILTERS,
  type HistoryFilter,
  isUnclaimed,
  type ResultFilter,
  withResult,
} from './trade-outcome.ts'
import { useRoundSearch } from './use-round-search.ts'
import type { Trades } from './use-trades.ts'

type HistoryDrawerProps = {
  account: Address | null
  /** Shown to a visitor without a wallet. */
  connectButton: ReactNode
  history: Trades
  explorerUrl: string | null
  isClaiming: boolean
  /** The running transaction among several; null for a single one. */
  claimStep: { at: number; count: number } | null
  /** The choice between the market of the page and all; nothing where there is only one. */
  marketChoice: ReactNode
  /** The switch for winnings that are sent without a click; nothing where there is none. */
  payouts: ReactNode
  /** Called with every claimable bet; possibly none. */
  onClaimAll: (trades: Trade[]) => void
  /** Opens the round of a bet with its proof. */
  onShowRound: (trade: Trade) => void
  onClose: () => void
}

/** The visitor's bets, in a drawer on the right (R-HISTORY-1). */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const { account, connectButton, onClose } = props
  return (
    <Dialog shape="drawer" title={messages.title} onClose={onClose}>
      {account === null ? (
        <Message text={messages.unconnected}>{connectButton}</Message>
      ) : (
        <Bets {...props} account={account} />
      )}
    </Dialog>
  )
}

/** Fewer bets are found at a glance: tools would take more room than they do. */
const LONG_HISTORY = 10

function Bets(props: HistoryDrawerProps & { account: Address }) {
  const { account, explorerUrl, onShowRound } = props
  const { symbol } = useGameApi()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const [result, setResult] = useState<ResultFilter>('any')
  const history = useRoundSearch(account, search, props.history)
  const isSearching = search !== ''
  const trades = useMemo(
    () => (isSearching ? history.trades : withResult(filterTrades(history.trades, filter), result)),
    [isSearching, history.trades, filter, result],
  )
  const days = useMemo(() => groupByDay(trades, history.hasOlder), [trades, history.hasOlder])
  const hasMany = props.history.hasOlder || props.history.trades.length >= LONG_HISTORY
  // That filter loads all older bets without scrolling.
  const isUnclaimedShown = filter === 'unclaimed' && !isSearching
  return (
    <>
      {props.marketChoice && <div className={styles['markets']}>{props.marketChoice}</div>}
      <Filters filter={filter} onFilter={setFilter} />
      {hasMany && (
        <HistoryTools
          account={account}
          search={search}
          result={result}
          onSearch={setSearch}
          onResult={setResult}
        />
      )}
      {!isSearching && filter !== 'claimed' && (
        <div className={styles['payouts']}>{props.payouts}</div>
      )}
      {isUnclaimedShown && <ClaimAll {...props} />}
      {filter === 'all' && !isSearching && (
        <ToCollect {...props} onShowAll={() => setFilter('unclaimed')} />
      )}
      {/* Another selection begins at its newest row. */}
      <TradeList
        key={`${account} ${symbol} ${isSearching ? 'search' : `${filter} ${result}`}`}
        trades={trades}
        days={days}
        explorerUrl={explorerUrl}
        onShowRound={onShowRound}
        onNearEnd={!isUnclaimedShown && canLoadOlder(history) ? history.loadOlder : null}
      >
        <ListEnd
          history={history}
          empty={isSearching ? 'search' : result === 'any' ? filter : 'result'}
          isEmpty={trades.length === 0}
        />
      </TradeList>
    </>
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

/** Above all bets: what the button of the history counts. Older bets are loaded where they are claimed. */
function ToCollect({ onShowAll, ...props }: HistoryDrawerProps & { onShowAll: () => void }) {
  const { trades, hasOlder } = props.history
  if (!hasOlder) return <ClaimAll {...props} />
  return trades.some(isUnclaimed) && <ClaimLine {...props} onClaim={onShowAll} />
}

/**
 * One transaction claims everything in a market, so the button waits until all bets have loaded, or failed to. Without
 * anything to claim there is no button.
 */
function ClaimAll(props: HistoryDrawerProps) {
  const { history, isClaiming, onClaimAll } = props
  const { trades, hasOlder, hasFailed, loadOlder } = history
  const isSearching = hasOlder && !hasFailed
  const canLoad = canLoadOlder(history)
  useEffect(() => {
    if (canLoad) loadOlder()
  }, [canLoad, loadOlder])
  const isEmpty = !trades.some(isUnclaimed)
  if (isEmpty && !isSearching && !isClaiming) return null
  return <ClaimLine {...props} isSearching={isSearching} onClaim={onClaimAll} />
}

type ClaimLineProps = Pick<HistoryDrawerProps, 'history' | 'isClaiming' | 'claimStep'> & {
  /** Older bets are loading. */
  isSearching?: boolean
  /** Called with the loaded bets that can be claimed. */
  onClaim: (trades: Trade[]) => void
}

function ClaimLine({
  history,
  isClaiming,
  claimStep,
  isSearching = false,
  onClaim,
}: ClaimLineProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const unclaimed = history.trades.filter(isUnclaimed)
  const sum = unclaimed.reduce((total, { claimAmount }) => total + claimAmount, 0n)
  const processing = claimStep === null ? messages.processing : messages.processingStep(claimStep)
  return (
    <div className={styles['claim']}>
      <p>
        {messages.toClaim} <b>{formatBnb(sum)} BNB</b>
      </p>
      <Button isPending={isClaiming || isSearching} onClick={() => onClaim(unclaimed)}>
        {isClaiming ? processing : isSearching ? messages.older : messages.claimAll}
      </Button>
    </div>
  )
}

type ListEndProps = {
  history: Trades
  isEmpty: boolean
  /** The filter or search that found nothing. */
  empty: HistoryFilter | 'search' | 'result'
}

/** Shown below the rows, or instead of them. */
function ListEnd({ history, empty, isEmpty }: ListEndProps) {
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
  if (!isEmpty) return <KeptNotice />
  return (
    <Message text={emptyTexts[empty]}>
      <KeptNotice />
      {empty === 'all' && <p>{messages.emptyHint}</p>}
    </Message>
  )
}

/** Says where the list ends when the server has dropped older bets. */
function KeptNotice() {
  const messages = useMessages(HISTORY_MESSAGES)
  const language = useLanguage()
  const { symbol } = useGameApi()
  const at = firstBetsAt(symbol)
  if (at === null) return null
  const date = formatMoment(at * 1_000, language)
  return <p className={styles['kept']}>{messages.kept({ date })}</p>
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

/** After a failure only the visitor retries. Automatic retries would never end. */
function canLoadOlder({ hasOlder, isLoading, isLoadingOlder, hasFailed }: Trades): boolean {
  return hasOlder && !isLoading && !isLoadingOlder && !hasFailed
}
