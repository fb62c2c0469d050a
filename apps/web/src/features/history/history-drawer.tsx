import type { Epoch } from '@bullring/prediction/units'
import { type ReactNode, useId, useState } from 'react'
import type { Trade } from '#api/trade.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatBnb } from '#ui/format.ts'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './history-drawer.module.css'
import { EMPTY_FILTER_WORDS, FILTER_WORDS, HISTORY_WORDS } from './history-words.ts'
import { filterTrades, isUncollected, TRADE_FILTERS, type TradeFilter } from './trade-outcome.ts'
import { TradeRow } from './trade-row.tsx'
import type { Trades } from './use-trades.ts'

type HistoryDrawerProps = {
  isConnected: boolean
  history: Trades
  explorerUrl: string | null
  isClaiming: boolean
  /** Gets every uncollected round that is loaded; possibly none. */
  onClaimAll: (epochs: Epoch[]) => void
  onClose: () => void
}

/** The visitor's bets, from the right. */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const { isConnected, history, explorerUrl, onClose } = props
  const [filter, setFilter] = useState<TradeFilter>('all')
  const trades = filterTrades(history.trades, filter)
  return (
    <Dialog shape="drawer" title={HISTORY_WORDS.title} onClose={onClose}>
      {isConnected ? (
        <>
          <Filters filter={filter} onFilter={setFilter} />
          {filter === 'uncollected' && <ClaimAll {...props} />}
          <section className={styles['list']} aria-label={HISTORY_WORDS.rounds}>
            <ul>
              {trades.map((trade) => (
                <TradeRow key={trade.epoch} trade={trade} explorerUrl={explorerUrl} />
              ))}
            </ul>
            <ListEnd history={history} filter={filter} isEmpty={trades.length === 0} />
          </section>
        </>
      ) : (
        <Message text={HISTORY_WORDS.unconnected} />
      )}
    </Dialog>
  )
}

type FiltersProps = { filter: TradeFilter; onFilter: (filter: TradeFilter) => void }

function Filters({ filter, onFilter }: FiltersProps) {
  const name = useId()
  return (
    <fieldset className={styles['filters']}>
      <legend>{HISTORY_WORDS.rounds}</legend>
      {TRADE_FILTERS.map((option) => (
        <label key={option} className={styles['filter']}>
          <input
            type="radio"
            name={name}
            checked={filter === option}
            onChange={() => onFilter(option)}
          />
          {FILTER_WORDS[option]}
        </label>
      ))}
    </fieldset>
  )
}

function ClaimAll({ history, isClaiming, onClaimAll }: HistoryDrawerProps) {
  const uncollected = history.trades.filter(isUncollected)
  const sum = uncollected.reduce((total, { claimAmount }) => total + claimAmount, 0n)
  return (
    <div className={styles['claim']}>
      <p>
        {HISTORY_WORDS.toCollect} <b>{formatBnb(sum)} BNB</b>
      </p>
      <Button isPending={isClaiming} onClick={() => onClaimAll(uncollected.map(epochOf))}>
        {isClaiming ? HISTORY_WORDS.processing : HISTORY_WORDS.claimAll}
      </Button>
    </div>
  )
}

type ListEndProps = { history: Trades; filter: TradeFilter; isEmpty: boolean }

/** What stands below the rows, or instead of them. */
function ListEnd({ history, filter, isEmpty }: ListEndProps) {
  if (history.isLoading) return <LoadingRows />
  if (history.hasFailed) {
    return (
      <Message text={HISTORY_WORDS.failed}>
        <Button tone="quiet" onClick={history.retry}>
          {HISTORY_WORDS.retry}
        </Button>
      </Message>
    )
  }
  if (history.hasOlder) {
    return (
      <div className={styles['older']}>
        <Button tone="quiet" isPending={history.isLoadingOlder} onClick={history.loadOlder}>
          {HISTORY_WORDS.older}
        </Button>
      </div>
    )
  }
  if (!isEmpty) return null
  return (
    <Message text={EMPTY_FILTER_WORDS[filter]}>
      {filter === 'all' && <p>{HISTORY_WORDS.emptyHint}</p>}
    </Message>
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

function epochOf({ epoch }: Trade): Epoch {
  return epoch
}
