import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { useCallback, useEffect, useState } from 'react'
import type { Trade } from '#api/trade/trade.ts'
import { useChainClock } from '#chain/clock/use-chain-time.ts'
import { isDecided } from './news.ts'
import { type ResultsOf, takeNews } from './seen-results.ts'

type News = {
  /** Rounds whose results are shown. */
  epochs: readonly Epoch[]
  /** The visitor was not there when they were decided. */
  isMissed: boolean
}

const NONE: News = { epochs: [], isMissed: false }

type LoadedTrades = {
  trades: readonly Trade[]
  /** Time of their fetch, by the visitor's clock; 0 before. */
  updatedAtMs: number
  /** The account is sent its winnings. */
  isSent: boolean
}

/** Returns the results that this device has not shown yet. A hidden tab leaves them to one that is in view. */
export function useNews(owner: ResultsOf, { trades, updatedAtMs, isSent }: LoadedTrades) {
  const clock = useChainClock()
  const [news, setNews] = useState(NONE)
  const { account, market } = owner
  const visit = useVisit()
  useEffect(() => {
    const now = clock.now()
    if (!visit.isVisible || now === null || updatedAtMs <= visit.sinceMs) return
    const isMissed = (trade: Trade) => !visit.watched.has(trade.epoch)
    void take({ account, market }, trades, now, isSent).then((found) => {
      for (const trade of trades) if (!isDecided(trade)) visit.watched.add(trade.epoch)
      if (found.length === 0) return
      setNews((shown) => ({
        epochs: [...shown.epochs, ...found.map(({ epoch }) => epoch)],
        isMissed: shown.isMissed || found.some(isMissed),
      }))
    })
  }, [account, market, clock, trades, updatedAtMs, isSent, visit])
  const close = useCallback(() => setNews(NONE), [])
  return { ...news, close }
}

/** Returns an empty list where the browser refuses storage: results are then on the cards alone. */
async function take(owner: ResultsOf, trades: readonly Trade[], now: UnixSeconds, isSent: boolean) {
  try {
    return await takeNews(owner, trades, now, isSent)
  } catch {
    return []
  }
}

type Visit = {
  isVisible: boolean
  /** Time at which the page came into view. */
  sinceMs: number
  /** Rounds that were undecided since then. */
  watched: Set<Epoch>
}

function newVisit(sinceMs: number): Visit {
  return { isVisible: !document.hidden, sinceMs, watched: new Set() }
}

/** The time since the page last came into view. */
function useVisit(): Visit {
  const [visit, setVisit] = useState(() => newVisit(performance.timeOrigin))
  useEffect(() => {
    const follow = () =>
      setVisit((last) => (last.isVisible === !document.hidden ? last : newVisit(Date.now())))
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return visit
}
