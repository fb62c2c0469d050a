import {
  PRICE_RANGE_SECONDS,
  PRICE_RANGES,
  type PriceRange,
} from '@bullring/game-api/price-history'
import { useState } from 'react'
import { openStorage } from '#browser/open-storage.ts'

/** Range of the chart: the last 30 points (`live`, R-CHART-2), or the prices of a past time (R-CHART-5). */
export type ChartRange = 'live' | PriceRange

/** Ranges in the order of their buttons. */
export const CHART_RANGES: readonly ChartRange[] = ['live', ...PRICE_RANGES]

const STORAGE_KEY = 'bullring.chart-range'

/** Returns the length of a range in seconds; null for one that shows a number of points. */
export function rangeSeconds(range: ChartRange): number | null {
  return range === 'live' ? null : PRICE_RANGE_SECONDS[range]
}

/** Returns the range of the chart, kept for the session, and the function that changes it. */
export function useChartRange(): [ChartRange, (range: ChartRange) => void] {
  const [range, setRange] = useState(storedRange)
  const change = (next: ChartRange) => {
    openStorage(window, 'sessionStorage').setItem(STORAGE_KEY, next)
    setRange(next)
  }
  return [range, change]
}

function storedRange(): ChartRange {
  const stored = openStorage(window, 'sessionStorage').getItem(STORAGE_KEY)
  return CHART_RANGES.find((range) => range === stored) ?? 'live'
}
